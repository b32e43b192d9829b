// Help at a terminal: how to play, and an instruction for every control.
import type { HelpKey } from "../../help/controls";

interface Item {
  readonly title: string;
  readonly says: string;
}

const DECIDES: Readonly<Partial<Record<string, string>>> = {
  roulette: "The ball runs and falls into a number. Nobody can change a bet any more.",
  "sic-bo": "The three dice are shaken and come to rest. Nobody can change a bet any more.",
  "money-wheel": "The wheel turns and stops at a symbol. Nobody can change a bet any more.",
};

function steps(game: string): readonly Item[] {
  return [
    { title: "Put money in", says: "Insert a note or a ticket. It is added to your credit at once." },
    { title: "Choose a chip", says: "Touch the chip you want to play with. The chosen one is larger." },
    {
      title: "Touch the layout",
      says: "Each touch lays one chip there. It is placed when it turns solid; until then it is on its way.",
    },
    {
      title: "Watch the time",
      says: "The ring counts down. “Finish betting” is the last call, “No more bets” the end.",
    },
    {
      title: "Wait for the result",
      says: DECIDES[game] ?? "The result falls. Nobody can change a bet any more.",
    },
    {
      title: "Win and collect",
      says: "Wins are added to your credit by themselves. Touch Collect to take your credit as a ticket.",
    },
  ];
}

const CONTROLS: Record<HelpKey, Item> = {
  chip: { title: "Chips", says: "Chooses how much one touch on the layout lays." },
  place: {
    title: "Layout",
    says: "A touch lays the chosen chip. On a line or a corner it lies on all numbers that meet there.",
  },
  move: { title: "Move a chip", says: "Drag your chips from one place to another while bets may be placed." },
  "take-back": { title: "Take back", says: "Drag a chip off the layout, and it comes back to your credit." },
  undo: { title: "Undo", says: "Takes back your last step, one at a time." },
  clear: { title: "Clear", says: "Takes all your chips off the layout, back to your credit." },
  double: { title: "Double", says: "Lays once more what lies on the layout now." },
  repeat: { title: "Repeat", says: "Lays what you had on the layout in your last round." },
  max: { title: "Maximum", says: "Lays the most that the limits allow on the place you touch next." },
  favourites: { title: "Favourites", says: "Keeps bets you have laid, so that one touch lays them again." },
  autoplay: {
    title: "Autoplay",
    says: "Repeats your bets for as many rounds as you choose, and stops at your loss limit. You can stop it at any time.",
  },
  racetrack: {
    title: "Racetrack",
    says: "The numbers in the order of the wheel: bets a number with its neighbours.",
  },
  specials: { title: "Special bets", says: "Bets of several chips with one touch, each on its own place." },
  info: {
    title: "Hold your finger",
    says: "Hold a place to see what it pays, its limits and what you have on it.",
  },
  note: { title: "Notes", says: "Adds a note to your credit. The notes taken here are shown beside it." },
  ticket: { title: "Ticket", says: "Adds a ticket of this floor to your credit." },
  collect: {
    title: "Collect",
    says: "Prints your whole credit as a ticket, which the cashier or a machine pays.",
  },
  call: { title: "Call an attendant", says: "Somebody comes to you, to help or to pay by hand." },
  fault: {
    title: "Report a fault",
    says: "If something does not work as it should, touch it. It is recorded and somebody comes.",
  },
  bounds: {
    title: "Your limits",
    says: "Sets how much you may lose and how long you may play in this visit. They can be made tighter, not wider.",
  },
  tables: {
    title: "Tables",
    says: "Turns to another table that this terminal plays at. Your bets stay where they are.",
  },
  jackpots: {
    title: "Jackpots",
    says: "“Jackpots” beside the layout shows what is played for besides; touch it to read how each one is won.",
  },
  statistics: {
    title: "Statistics",
    says: "What fell before at this table. It does not tell what falls next.",
  },
  rounds: { title: "Last rounds", says: "Your last rounds with what you bet and what it brought." },
  rules: { title: "Rules", says: "The rules in force at this table, every clause, for anybody who asks." },
  promotions: {
    title: "Promotions",
    says: "The terms of promotions at this table, whole, where one is offered.",
  },
  help: { title: "Help", says: "Opens these pages. The round goes on meanwhile." },
  settings: { title: "Settings", says: "Language, sound, screen, left or right hand, motion." },
  language: { title: "Language", says: "Shows everything in another language." },
  sound: { title: "Sound", says: "Turns sound and spoken words on and off." },
};

function time(seconds: number): readonly Item[] {
  const lasts =
    seconds > 0
      ? `At this table the time to bet is planned to last ${seconds} seconds. The ring shows what is left of it.`
      : "At this table a person ends the time to bet. Watch the message above.";
  return [
    { title: "When you may bet", says: `While “Place your bets” or “Finish betting” is shown. ${lasts}` },
    {
      title: "When it ends",
      says: "With “No more bets” your chips stand as they lie. What had not turned solid by then comes back.",
    },
    {
      title: "What you win",
      says: "“35 to 1” means: for each 1.00 on it you win 35.00 and get your 1.00 back. Wins go to your credit at once.",
    },
    {
      title: "When a round is void",
      says: "All chips of the round come back to your credit, and the screen says why and by which clause.",
    },
    {
      title: "Take your money out",
      says: "Touch Collect. Your credit is printed as a ticket; take it to the cashier or a ticket machine, or put it into another terminal.",
    },
    {
      title: "If the printer fails",
      says: "Nothing is lost: the amount stays on your credit. Call an attendant, who can pay by hand.",
    },
    {
      title: "If the connection is lost",
      says: "Your credit and your bets are safe with the floor. Bets that were placed count; the screen comes back by itself.",
    },
  ];
}

export const helpTexts = {
  title: "Help",
  open: "Help",
  sections: { play: "How to play", controls: "Buttons", wagers: "Bets and odds", time: "Time and money" },
  steps,
  groups: { betting: "Placing bets", money: "Money and people", looking: "Looking", screen: "Screen" },
  controls: CONTROLS,
  wagersHint:
    "The chips show where each bet is laid; what it covers is bright. The odds are those that wins are paid by.",
  wagersHintPlain: "Beside each bet stands what wins it. The odds are those that wins are paid by.",
  pays: (odds: string) => `Pays ${odds}`,
  special: (pieces: number) => `${pieces} chips, each pays by its place`,
  example: (spot: string) => `Example: ${spot}`,
  exampleOf: (spot: string, covers: string, isMore: boolean) =>
    `Example: ${spot}. Wins on ${covers}${isMore ? " …" : ""}`,
  limit: (range: string) => `Limits ${range}`,
  sum: (range: string) => `All bets of a round together: ${range}`,
  time,
};
