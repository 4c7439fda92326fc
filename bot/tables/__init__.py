"""What happens at a table: lobby, referee, consent, clock, orders, computers, ratings. Knows no Discord."""
