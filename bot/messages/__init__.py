"""Discord messages: live messages that always show the newest state (board, hands, panels), and replies."""
