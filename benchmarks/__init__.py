"""What is fast, against what, as ratios measured side by side in one run."""
