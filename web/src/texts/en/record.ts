// A terminal's own record, and the ticket as paper.
const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const GROUPS: readonly (readonly [number, string])[] = [
  [1e12, "trillion"],
  [1e9, "billion"],
  [1e6, "million"],
  [1_000, "thousand"],
];
const DOLLAR = ["dollar", "dollars", "cent", "cents"] as const;
/** Currencies whose names are said, one and many, with their hundredths; of others the code is said. */
const UNITS: Readonly<Record<string, readonly [string, string, string, string]>> = {
  AUD: DOLLAR,
  CAD: DOLLAR,
  EUR: ["euro", "euros", "cent", "cents"],
  GBP: ["pound", "pounds", "penny", "pence"],
  HKD: DOLLAR,
  NZD: DOLLAR,
  SGD: DOLLAR,
  USD: DOLLAR,
};

function numberInWords(number: number): string {
  for (const [size, name] of GROUPS) {
    if (number < size) continue;
    const rest = number % size;
    const joint = rest > 0 && rest < 100 ? " and " : " ";
    return `${numberInWords(Math.floor(number / size))} ${name}${rest > 0 ? joint + numberInWords(rest) : ""}`;
  }
  if (number >= 100) {
    const rest = number % 100;
    return `${ONES[Math.floor(number / 100)]} hundred${rest > 0 ? ` and ${numberInWords(rest)}` : ""}`;
  }
  if (number < ONES.length) return ONES[number] ?? "";
  return `${TENS[Math.floor(number / 10)]}${number % 10 > 0 ? `-${ONES[number % 10]}` : ""}`;
}

/** `Thirty-seven dollars and fifty cents`, as the floor prints it. */
function amountInWords(cents: number, currency: string): string {
  const [whole, part] = [Math.floor(cents / 100), cents % 100];
  const unit = UNITS[currency];
  let said = `${numberInWords(whole)} ${currency} and ${String(part).padStart(2, "0")}/100`;
  if (unit !== undefined) {
    said = `${numberInWords(whole)} ${whole === 1 ? unit[0] : unit[1]}`;
    if (part > 0) said += ` and ${numberInWords(part)} ${part === 1 ? unit[2] : unit[3]}`;
  }
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export const recordTexts = {
  /** Whether this terminal keeps a record of its own, for those who service it. */
  standing: {
    opening: "The record of this terminal has not begun yet.",
    kept: "This terminal keeps a record of its own.",
    unchained:
      "This terminal keeps a record of its own, without hashes: the page did not come over a secure line.",
    none: "This terminal keeps no record of its own. That changes nothing for play.",
  },
  paper: {
    title: "CASH-OUT TICKET",
    validation: "Validation",
    barcode: (number: string) => `Barcode of ticket ${number}`,
    machine: (terminal: string) => `Machine ${terminal}`,
    where: "Redeem at any terminal, ticket machine or the cage of this casino.",
    simulated: "SIMULATED",
    notReal: "Simulated: no real money",
    amountInWords,
    issued: (at: Date) => at.toLocaleString("en-AU", { dateStyle: "medium", timeStyle: "medium" }),
    enlarge: "Show ticket",
    print: "Print",
    close: "Close",
  },
};
