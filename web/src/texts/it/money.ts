// Amounts as they are written in Italian.
import { moneyFormat } from "../money";

export const money = moneyFormat("it");
