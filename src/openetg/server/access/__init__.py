"""Who may log in, and as whom: passwords, logins, pairing of terminals, origins, certificates, acts by role."""
