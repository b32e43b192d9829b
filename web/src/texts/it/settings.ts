// Settings of a terminal.
import type { Texts } from "../en";

export const settingsTexts: Texts["settings"] = {
  title: "Opzioni",
  open: "Opzioni",
  close: "Chiudi",
  on: "Sì",
  off: "No",
  language: "Lingua",
  sound: "Suono",
  soundHint: "Fiche, annunci e vincite",
  alwaysHeard: (volume, clause) =>
    `Fiche, annunci e vincite. Qui «niente più puntate» si sente sempre, almeno a volume «${volume}» (${clause}).`,
  volume: "Volume",
  volumes: { 1: "Minimo", 2: "Basso", 3: "Medio", 4: "Alto", 5: "Massimo" },
  voice: "Annunci a voce",
  voiceHint: "«Fate il vostro gioco», il numero uscito, la vincita",
  theme: "Schermo",
  themes: { dark: "Scuro", light: "Chiaro", "high-contrast": "Alto contrasto" },
  hand: "Con quale mano gioca",
  handHint: "Fiche e tasti passano da quel lato",
  hands: { right: "Destra", left: "Sinistra" },
  motion: "Immagini in movimento",
  motionHint: "Con meno movimento il cilindro appare fermo e le fiche compaiono senza scorrere",
  motions: { auto: "Come al solito", reduced: "Meno movimento" },
  reset: "Torna alle opzioni della casa",
  lasts: "Le Sue opzioni valgono per questa visita. Dopo la riscossione tornano come prima.",
};
