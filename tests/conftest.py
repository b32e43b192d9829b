"""What tests make is theirs alone, as where a floor is set up: it does not start where others may read its keys."""

import os

os.umask(0o077)
