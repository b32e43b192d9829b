// What every part of an account has in common: one question to the floor at a time, and its no in words.
import { Refused } from "../../access/api";
import { texts } from "../../texts";

export class Asking {
  told = $state("");
  isGoing = $state(false);

  /** Does something; a no of the floor is told, and everything else is thrown. */
  async do(act: () => Promise<void>): Promise<void> {
    this.isGoing = true;
    this.told = "";
    try {
      await act();
    } catch (wrong) {
      if (!(wrong instanceof Refused)) throw wrong;
      this.told = texts.console.account.told(wrong.problem.detail);
    } finally {
      this.isGoing = false;
    }
  }
}

/** That the password was changed: the console begins anew with the new login, and says it then. */
export const changed = $state({ isTold: false });

let change: Promise<unknown> = Promise.resolve();

/** Keeps in mind that a change is under way which ends this login and brings another. */
export function underWay<Body>(asked: Promise<Body>): Promise<Body> {
  change = asked.catch(() => undefined);
  return asked;
}

/** Until no such change is under way: who hears before its answer that the login has ended is not out. */
export const settled = (): Promise<unknown> => change;
