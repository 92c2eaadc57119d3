"""What people may do: slash commands, and one router for buttons, menus and modals."""
