"""What is to stand on a floor: the floor file, the plan it makes, the folder it stands in."""
