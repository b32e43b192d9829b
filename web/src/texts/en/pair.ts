// Pairing a terminal with its floor.

export const pairTexts = {
  title: "Pair this terminal",
  why: "A terminal is known to the floor by a key of its own. The key is made in this browser and never leaves it.",
  how: "Ask the staff desk for a code: it is good for one terminal, once, for ten minutes.",
  terminal: "Terminal",
  terminalHint: "Its name on the floor, such as M1",
  code: "Code",
  codeHint: "Eight characters",
  go: "Pair",
  going: "Pairing…",
  done: (terminal: string) => `This is terminal ${terminal} now.`,
  open: "Open the terminal",
  again: "Pair it again, as another terminal",
  isPaired: (terminal: string) => `This browser is terminal ${terminal}.`,
  notSafe:
    "This page did not come over a safe connection, so the browser makes no keys here." +
    " Open it over https, or on the floor's own machine.",
  refused: (words: string) => `Not paired: ${words}.`,
  notKept:
    "Paired, but this browser did not keep the key. Allow it to keep data for this site, then pair again.",
  notPairedTitle: "This terminal is not paired yet",
};
