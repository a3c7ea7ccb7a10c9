"""What a fabric is, what is done to it, and what every other part of ibviz rests on."""
