"""Simulated players for a demonstration floor: people with tempers, at terminals and at seats, over real sockets.

They use what a screen offers and nothing else: the layout, the limits sign, the meter, the phase. They know no
rulebook, read no journal, and never act faster than a finger.
"""
