"""People and their powers: staff, logins, conduct, messages to players, disputes, who may be one and the same."""
