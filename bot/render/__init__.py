"""What people see: views in, embeds, buttons and words out."""
