"""Access: the roles of those who open the page, and what each of them may ask for."""
