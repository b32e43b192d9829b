// Amounts as they are written in Vietnamese.
import { moneyFormat } from "../money";

export const money = moneyFormat("vi");
