"""From a fabric and its load to a picture: Scene, View, Drawing, and what paints a Drawing."""
