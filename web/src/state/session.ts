// The session of a terminal: its state, kept connected.
import type { FromTerminal, ToTerminal } from "../wire/messages";
import { Keeper } from "./keeper";
import { reduce, type Wish } from "./reduce";
import { newTerminal, type TerminalState } from "./terminal";
import type { Timers, Transport } from "./transport";

export { PING_EVERY_MS, SILENCE_MAX_MS, waitBefore } from "./keeper";

export class Session extends Keeper<TerminalState, ToTerminal, FromTerminal, Wish> {
  constructor(
    who: { terminal: string; key: string; at?: string },
    transport: Transport,
    timers: Timers,
    changed: (state: TerminalState) => void,
  ) {
    super(newTerminal(who.terminal, who.key, who.at), reduce, transport, timers, changed);
  }
}
