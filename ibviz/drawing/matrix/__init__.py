"""The matrix: switches of two levels as rows and columns, a cell for each cable between them."""
