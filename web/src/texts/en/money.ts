// Amounts as they are written in English.
import { moneyFormat } from "../money";

export const money = moneyFormat("en-AU");
