// What a page asks of the floor about promotions: the same for a phone, a terminal and a display.
import { floorApi } from "../access/api";
import type { PublicPromotion } from "../state/promotions";
import type { DrawTold } from "../state/redraw";

export async function askPromotions(): Promise<readonly PublicPromotion[]> {
  return (await floorApi.ask<readonly PublicPromotion[]>("/api/promotions")).body;
}

export async function askPromotion(promotion: string, version = 0): Promise<PublicPromotion> {
  const query = version > 0 ? `?version=${version}` : "";
  return (await floorApi.ask<PublicPromotion>(`/api/promotions/${encodeURIComponent(promotion)}${query}`))
    .body;
}

/** Everything by which a draw can be done over; there is nothing before it. */
export async function askDraw(promotion: string): Promise<DrawTold> {
  return (await floorApi.ask<DrawTold>(`/api/promotions/${encodeURIComponent(promotion)}/draw`)).body;
}
