// What a page asks of the floor about promotions: the same for a phone, a terminal and a display.
import { floorApi } from "../access/api";
import type { DrawView, PublicPromotion } from "../wire/api";

export async function askPromotions(): Promise<readonly PublicPromotion[]> {
  return floorApi.ask("GET /api/promotions");
}

export async function askPromotion(promotion: string, version = 0): Promise<PublicPromotion> {
  const query = version > 0 ? { version } : {};
  return floorApi.ask("GET /api/promotions/{name}", { at: { name: promotion }, query });
}

/** Everything by which a draw can be done over; there is nothing before it. */
export async function askDraw(promotion: string): Promise<DrawView> {
  return floorApi.ask("GET /api/promotions/{name}/draw", { at: { name: promotion } });
}
