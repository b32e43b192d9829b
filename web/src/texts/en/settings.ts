// Settings of a terminal.
export const settingsTexts = {
  title: "Settings",
  open: "Settings",
  close: "Close",
  on: "On",
  off: "Off",
  language: "Language",
  sound: "Sound",
  soundHint: "Chips, calls and wins",
  alwaysHeard: (volume: string, clause: string) =>
    `Chips, calls and wins. “No more bets” is always heard here, at volume “${volume}” or above (${clause}).`,
  volume: "Volume",
  volumes: { 1: "Lowest", 2: "Low", 3: "Medium", 4: "High", 5: "Highest" },
  voice: "Spoken words",
  voiceHint: "The calls, the result and your wins",
  theme: "Screen",
  themes: { dark: "Dark", light: "Light", "high-contrast": "High contrast" },
  hand: "Your hand",
  handHint: "Chips and buttons are on that side",
  hands: { right: "Right", left: "Left" },
  motion: "Motion",
  motionHint: "Less of it, if it tires your eyes",
  motions: { auto: "As usual", reduced: "Less motion" },
  reset: "Back to the house's settings",
  lasts:
    "Your settings are for your visit. When you have collected your credit, they go back to what they were.",
};
