"""What people see: screens made from views, without Discord."""
