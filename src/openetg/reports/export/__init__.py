"""A journal or report in forms for other programs and for paper."""
