// A level's parameters in one sentence, for whoever is about to agree to them.
import { percentOf, type Kind } from "../../state/jackpot_form";
import { texts } from "../../texts";
import type { JackpotRules, LevelRules } from "../../wire/console";

const say = texts.console.jackpots;

export function levelWords(rules: LevelRules, kind: Kind): string {
  const rates = Object.entries(rules.rates)
    .map(([table, ppm]) => say.form.of(table, percentOf(ppm)))
    .join(", ");
  const reserve = (rules.reserve_rate ?? 0) > 0 ? `${percentOf(rules.reserve_rate ?? 0)} %` : "";
  const trigger = rules.trigger ?? null;
  const wins =
    kind === "mystery" || trigger === null
      ? say.form.hits(rules.low ?? 0, rules.high ?? 0)
      : say.form.by(trigger.run ?? 1, (trigger.outcomes ?? []).join(" / "), trigger.wagers.join(" / "));
  return `${say.form.tells(rules.title, rules.seed, rates, reserve, rules.ceiling ?? 0, wins)}.`;
}

export function rulesWords(rules: JackpotRules, isNew: boolean): string {
  const levels = rules.levels.map((level) => levelWords(level, rules.kind));
  return [...levels, ...(rules.kind === "mystery" && isNew ? [say.form.later] : [])].join(" ");
}
