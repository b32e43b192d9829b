// The inspector's proofs: checking the journal, notices due, clauses with tests, software, files, outcomes.
import { momentOf } from "../../console/times.svelte";
import type { Cell } from "../../state/conformance";
import type { Fault, Trust, Unreadable } from "../../verify/entries";

const FAULTS: Readonly<Record<Fault, (entry: number, other: number) => string>> = {
  genesis: () => "The chain does not begin with this journal.",
  line: (entry) => `Where entry ${entry} should stand is a line that no export writes.`,
  order: (entry, other) =>
    `Entry ${entry} is not there: entry ${other} stands in its place. Something is missing, doubled or out of order.`,
  leaf: (entry) => `The text of entry ${entry} is not the one its hash was made of: it was changed.`,
  group_differs: (entry) => `The entries committed together with entry ${entry} contradict each other.`,
  group_bounds: (entry, other) =>
    `Entry ${entry} is said to be committed together with those up to ${other}, and is not.`,
  chain: (entry, other) =>
    entry === other
      ? `Entry ${entry} does not follow from what comes before it: it was changed, or something before it was.`
      : `The entries ${entry} to ${other}, committed together, do not follow from what comes before them: one was changed.`,
  ends: (entry, other) => `The file ends before entry ${entry} and should go on to entry ${other}.`,
  origin: () => "The checkpoint is of another journal.",
  signed_chain: (entry) => `Up to entry ${entry} the chain is not the one that was signed.`,
  signed_root: (entry) => `Up to entry ${entry} the entries are not those that were signed.`,
  not_signed: () => "The checkpoint is not signed with this key.",
  forged: () => "The signature is not of this checkpoint: text or signature was changed.",
  not_included: (entry) => `Entry ${entry} does not stand in the signed journal as the proof shows it.`,
};

const UNREADABLE: Readonly<Record<Unreadable["why"], (words: string) => string>> = {
  not_a_file: () => "This is neither a file of entries nor a proof.",
  checkpoint: () => "The checkpoint cannot be read: it is not written as a signed note.",
  key: () => "This is no public key: one line, NAME+HASH+KEY.",
  no_hashes: () =>
    "This browser does not compute hashes for a page that came over an open line. Open the console over https or on the machine itself.",
  no_file: (words) => `The file could not be read to its end: ${words}.`,
  no_worker: (words) =>
    `The part of this page that checks has not come or has failed: ${words}. Load the page again.`,
  refused: (words) => `The floor gave no file: ${words}.`,
};

const TRUST: Readonly<Record<Trust, (by: string) => string>> = {
  given: (by) => `Signed with the key you gave (${by}).`,
  own: (by) =>
    `Signed with the key that came with the file (${by}). That shows who signed only if you know this key from elsewhere.`,
  none: () => "No signature was checked: there is no checkpoint that reaches these entries, or no key.",
  unable: (by) =>
    `This browser cannot check Ed25519 signatures (${by}). The hashes hold; check the signature with etg journal check.`,
};

const DUTIES: Readonly<Record<string, (table: string, about: string) => string>> = {
  closing: (table, about) =>
    about === "" ? `Table ${table} is to close.` : `Terminal ${about} at table ${table} is to close.`,
  told: (table, about) =>
    about === "" ? `Notice about table ${table}.` : `Notice about ${about} at table ${table}.`,
  withheld: (table, about) => `Money or a paper is withheld: ${about}, table ${table}.`,
  straight_only: (table, about) => `Straight-up wagers alone were arranged for ${about} at table ${table}.`,
  promotion_postponed: (_, about) => `Promotion ${about} is postponed: its integrity is in doubt.`,
  promotion_cancelled: (_, about) => `Promotion ${about} is cancelled.`,
  file_promotion: (_, about) =>
    `The terms of promotion ${about} are to be given to the Authority before it starts.`,
  review_withheld: (table, about) => `What is withheld is to be reviewed: ${about}, table ${table}.`,
  review_dispute: (table, about) => `Dispute ${about} at table ${table} is to be reviewed.`,
};

const STANDINGS: Readonly<Record<string, string>> = {
  proved: "proved by behaviour",
  "held as data": "held as data",
  open: "open",
  "not for software": "not for software",
  unknown: "tests are not here",
};

const TRIALS: Readonly<Record<string, (about: string) => string>> = {
  chi_square: () => "All together (chi-square)",
  most: (about) => `Fell most above expectation: ${about}`,
  least: (about) => `Fell most below expectation: ${about}`,
  sector: (about) => `Side by side on the wheel, around ${about}`,
  repeats: () => "The same as the one before",
};

const ASPECTS: Readonly<Record<string, string>> = {
  outcome: "outcome",
  segment: "segment of the wheel",
  total: "total of the dice",
  face: "face of a die",
  sector: "sector",
};

const count = new Intl.NumberFormat("en-AU");

export const proofsTexts = {
  count: (value: number) => count.format(value),
  time: (atMs: number) => (atMs === 0 ? "–" : momentOf(atMs)),
  refused: (words: string) => `The floor says: ${words}.`,
  again: "Ask again",
  span: {
    title: "Which entries",
    all: "All, up to the newest signature",
    day: "One gaming day",
    entries: "From one entry to another",
    dayLabel: "Day",
    first: "First entry",
    last: "Last entry",
    dayLine: (day: string, after: number, until: number) =>
      `${day === "" ? "before the first day" : day} (${count.format(after + 1)} to ${count.format(until)})`,
    long: (entries: number) =>
      `${count.format(entries)} entries: that takes this browser some minutes. One day at a time goes faster.`,
  },
  verify: {
    title: "Check the journal in this browser",
    about:
      "Every entry, every hash between them, the root over all of them and its signature are computed here, from the bytes. What the floor says of itself is not believed.",
    own: "The journal of this floor",
    ownAbout: "Downloads the entries with their proof and checks them while they come.",
    go: "Download and check",
    file: "A file from elsewhere",
    fileAbout: "A file of entries or a proof, from any floor. It stays on this machine; nobody is asked.",
    choose: "Choose a file",
    key: "Public key of the journal",
    keyAbout: "From a wall, a letter or an earlier visit: one line, NAME+HASH+KEY.",
    keep: "Keep this key in this browser",
    kept: "Kept in this browser",
    forget: "Forget it",
    floorKey: "The floor says its key is",
    useFloorKey: "Put it in",
    note: "A checkpoint published elsewhere",
    noteAbout: "If you have one: the whole signed note. Otherwise the one in the file is used.",
    stop: "Stop",
    progress: (entry: number, of: number) => `Entry ${count.format(entry)} of ${count.format(of)}`,
    bytes: (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB read`,
    begins: "Asking for the entries…",
    holds: "IT HOLDS",
    proven: "PROVEN",
    wrong: (entry: number) => (entry === 0 ? "IT DOES NOT HOLD" : `WRONG AT ENTRY ${count.format(entry)}`),
    unreadable: "NOTHING WAS CHECKED",
    fault: (fault: Fault, entry: number, other: number) => FAULTS[fault](entry, other),
    why: (why: Unreadable["why"], words: string) => UNREADABLE[why](words),
    journal: (journal: string) => `Journal ${journal}.`,
    entries: (first: number, last: number, groups: number) =>
      `Entries ${count.format(first)} to ${count.format(last)}, committed in ${count.format(groups)} groups: every one is as it was written.`,
    none: "There are no entries in this file.",
    chain: (fromGenesis: boolean) =>
      fromGenesis
        ? "The chain holds from the beginning of the journal."
        : "The chain holds from the first entry of this file. What came before is bound by the signature alone.",
    cut: (entries: number) =>
      `${count.format(entries)} entries at the edges belong to groups that are not whole in this file; the signature speaks for them, the chain cannot.`,
    signed: (signed: number, last: number, size: number, at: string) =>
      signed === 0
        ? "No signed checkpoint reaches these entries."
        : signed === last
          ? `All of them stand under the checkpoint of ${count.format(size)} entries, signed ${at}.`
          : `Up to entry ${count.format(signed)} they stand under the checkpoint of ${count.format(size)} entries, signed ${at}; those after it are chained and not signed yet.`,
    trust: (trust: Trust, by: string) => TRUST[trust](by),
    provenAbout: (entries: number, size: number, at: string) =>
      `${entries === 1 ? "This entry stands" : `These ${entries} entries stand`} in the journal of ${count.format(size)} entries, signed ${at}. That there are no others is not shown by a proof.`,
    round: (table: string, round: number) => `Table ${table}, round ${round}.`,
    goTo: (entry: number) => `Look at entry ${entry}`,
    limits:
      "What this shows: nobody changed what was signed. What it does not show: that what was written is what happened. Whoever holds the floor's key could sign another history; a checkpoint kept elsewhere shows that too.",
  },
  notices: {
    title: "Notices to officials",
    about:
      "What officials of the authority must be told or asked, by which clause, and what they have noted.",
    overdue: (count: number) =>
      count === 1
        ? "One notice should have been given by now."
        : `${count} notices should have been given by now.`,
    groups: {
      overdue: "Overdue",
      tell: "To be told",
      note: "Told, to be noted by the official",
      review: "To be reviewed by the official",
      noted: "Noted",
    },
    none: "Nothing is due to any official.",
    what: (duty: string, table: string, about: string) =>
      DUTIES[duty]?.(table, about) ?? `${duty.replaceAll("_", " ")}: ${about} (table ${table})`,
    whom: (title: string) => `To: ${title}`,
    since: (at: string) => `since ${at}`,
    deadline: (at: string) => `must be told before ${at}`,
    noDeadline: "no time named by the clause",
    toldBy: (by: string, role: string, at: string) =>
      by === ""
        ? `told by the floor itself, in the same step, ${at}`
        : `told by ${by} (${role.replaceAll("_", " ")}), ${at}`,
    notTold: "not told yet",
    notedBy: (by: string, role: string, at: string) => `noted by ${by} (${role.replaceAll("_", " ")}), ${at}`,
    words: (words: string) => `“${words}”`,
    said: (words: string) => `they were told: “${words}”`,
    number: (notice: string) => `Notice ${notice}`,
    tell: "Put on record that the official was told",
    note: "Note it",
    review: "Review",
  },
  conformance: {
    title: "Conformance",
    about: (tests: number, build: string) =>
      `${count.format(tests)} tests carry clauses of these rulebooks. Build ${build}.`,
    noTests:
      "The tests are not on this machine, so nothing is said here about what they prove. The clauses, how the software meets them and what rests on them are shown all the same. The laboratory's copy of the source has the tests: etg conformance.",
    noWords: "The register of exactly these rules is not on this machine; its clauses cannot be shown.",
    rulebook: "Rulebook",
    all: "all kinds",
    meaning:
      "Proved by behaviour: a test that carries the clause plays it on a floor. Held as data: its tests only read the rulebook.",
    cell: (cell: Cell, hasTests: boolean) =>
      hasTests
        ? `${cell.proved} of ${cell.total} proved by behaviour, ${cell.data} held as data, ${cell.open} open, ${cell.outside} not for software`
        : `${cell.total} clauses, ${cell.outside} not for software`,
    asData: (clauses: number) => `${clauses} as data`,
    kind: (kind: string) => kind,
    find: "Find a clause or a word",
    found: (count: number) => (count === 1 ? "One clause" : `${count} clauses`),
    choose: "Choose a clause to see what stands behind it.",
    standing: (standing: string) => STANDINGS[standing] ?? standing,
    says: "What it says",
    system: "How the software meets it",
    evidence: "How one sees it",
    reason: "Why no software can prove it",
    tests: "Tests that carry it",
    driving: "Tests that prove it by what the floor does",
    reading: "Tests that only read the rulebook",
    named: (isNamed: boolean) =>
      isNamed
        ? "At least one of them names the clause in what it expects."
        : "None of them names the clause in what it expects.",
    noneCarry: "No test carries it.",
    readings: "How it is read where it is silent or misprinted",
    printed: "Printed",
    applied: "Applied",
    why: "Because",
    rests: "What rests on it",
    nothingRests: "No value, policy or power cites it.",
    see: "See also",
    back: "Back to the clauses",
  },
  software: {
    title: "Software signature",
    about: "Every file of the software is read now, on the machine of the floor, and hashed.",
    now: "As it is on the disk now",
    record: "As the floor put it on record when it started",
    none: "none on record",
    same: "SAME AS ON RECORD",
    differs: "NOT WHAT IS ON RECORD",
    unknown: "NOTHING ON RECORD TO COMPARE WITH",
    differsWords:
      "Files were changed since the floor started, or it was started by another build. Ask for a stop, and compare file by file: etg floor signature --files.",
    typed: "The digest you were given",
    typedAbout: "From the approval or the laboratory's report: 64 hexadecimal digits.",
    typedSame: "THE SAME",
    typedOther: "ANOTHER",
    typedShort: (digits: number) => `${digits} of 64 digits`,
    typedBad: "only digits and letters from a to f",
    build: "Build",
    python: "Python",
    checked: "Last read by the floor itself",
    read: "Read now at",
    parts: "Part by part",
    part: "Part",
    digest: "Digest",
    files: "Files",
    reading: "Reading every file…",
    shell: "The same at the shell: etg floor signature --expect DIGEST",
  },
  export: {
    title: "Export with proofs",
    about:
      "Entries exactly as they are stored, with the hashes that bind them and their way to the newest signature. Private texts stay sealed.",
    entries: "Entries",
    take: "Take the file, with its proof",
    plain: "Without proof",
    single: "One entry, or a few",
    singleAbout: "A small file with the bytes of each entry and its way to the signed root.",
    first: "Entry",
    last: "to entry",
    optional: "may be left empty",
    round: "One round",
    table: "Table",
    number: "Round",
    prove: "Take the proof",
    check: "How whoever gets it checks it",
    checkBrowser: "Here, offline: Records, Verify, a file from elsewhere.",
    checkShell: "At a shell: etg journal check FILE --key NAME+HASH+KEY",
    checkPython: "With Python alone, for a proof: offline.py, one file without anything else.",
    saved: (name: string) => `Saved as ${name}.`,
    expected: "expected an entry number",
  },
  statistics: {
    title: "Outcomes and wheel integrity",
    table: "Table",
    device: "Wheel or tumbler",
    anyDevice: "any",
    everything: "Everything the journal has",
    go: "Count",
    counting: "Counting…",
    counted: (found: number, first: string, last: string) =>
      found === 0 ? "Nothing fell in this span." : `${count.format(found)} outcomes, ${first} to ${last}.`,
    leftOut: (voided: number, ignored: number, corrected: number) =>
      `Left out: ${count.format(voided)} of void rounds, ${count.format(ignored)} readings that did not count. Counted as corrected: ${count.format(corrected)}.`,
    calm: "NOTHING OUT OF LINE",
    few: "TOO FEW TO JUDGE",
    flagged: "LOOK AT THE DEVICE",
    flaggedWords: (p: string) =>
      `One of the tests differs more than chance would in ${p} of cases. That is a reason to examine wheel, ball, level and dealer, and to look again with more spins; it is no proof.`,
    calmWords:
      "No test differs more than chance easily explains. That does not show that the device is fair: few spins show little.",
    says: "What p says",
    saysWords:
      "p is how often a fair device would differ at least as much from what is expected. It is not the chance that the device is fair, and not the size of a fault. Each p here is corrected for how many numbers or sectors were looked at. Still, of two hundred fair devices about one shows p below 0.005 in any one test each time somebody looks.",
    tests: "Tests",
    test: "Test",
    of: "Of",
    found: "Found",
    expected: "Expected",
    p: "p",
    mark: (p: number) => (p < 0.005 ? "look" : p < 0.05 ? "unusual" : "ordinary"),
    trial: (name: string, about: string) => TRIALS[name]?.(about) ?? name,
    aspect: (name: string) => ASPECTS[name] ?? name,
    picture: (aspect: string) => `How often each ${ASPECTS[aspect] ?? aspect} fell, against what is expected`,
    onWheel:
      "In the order of the wheel. The ring is the expectation; outside it fell more often, inside less.",
    onLine: "The mark on each bar is the expectation.",
    rows: (aspect: string) => `By ${ASPECTS[aspect] ?? aspect}`,
    name: "What",
    fell: "Fell",
    deviation: "Deviations",
    share: "Of expected",
    chi: (statistic: number, degrees: number, p: string) =>
      degrees === 0
        ? "too few to test"
        : `chi-square ${statistic.toFixed(1)} with ${degrees} degrees of freedom, p ${p}`,
    pooled: (cells: number) => `${cells} that are expected too seldom were tested together.`,
    sectors: (places: number) => `Sectors of ${places} places`,
    repeats: "Repeats",
    repeatsWords: (found: number, expected: string, longest: number, of: string) =>
      `The same outcome twice in a row: ${count.format(found)} times, expected ${expected}. Longest run: ${longest} times ${of}.`,
    by: { dealer: "By dealer", rotor: "By direction of the rotor", device: "By device" },
    rotor: (way: string) => (way === "cw" ? "clockwise" : way === "ccw" ? "anticlockwise" : way),
    most: "Most above expectation",
    shown: (p: number) => (p >= 0.001 ? p.toFixed(3) : p.toExponential(1)),
    shell: "The same at the shell: etg journal outcomes JOURNAL --table",
  },
};
