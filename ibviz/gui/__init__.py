"""The window: a document, its picture, and the panels around it. Only this folder and the Qt painters know Qt."""
