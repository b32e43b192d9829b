// What is said to whoever calls a draw, of what follows from it in the same moment.
import { drawAhead, type PromotionLine } from "../../state/promotions";
import { texts } from "../../texts";

export function drawWords(line: PromotionLine): string {
  const { asideCents, without } = drawAhead(line);
  const aside = asideCents === 0 ? "" : texts.money.amount(asideCents);
  return texts.console.promotions.acts.drawWords(aside, without.length);
}
