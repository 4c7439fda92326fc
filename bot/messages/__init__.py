"""Messages kept true: board, hands, panels, reminders, replies, lessons."""
