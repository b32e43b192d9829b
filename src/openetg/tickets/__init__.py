"""Papers as people hold them: what is printed on one, its barcode, its picture, and bytes for a printer.

Everything here is a function of a `TicketFace`: no floor, no key, no clock. The same face gives the same paper.
"""
