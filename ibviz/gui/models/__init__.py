"""What panels show, computed from a State and its load as columns and pages; only the models of views know Qt."""
