// Amounts as they are written in Simplified Chinese.
import { moneyFormat } from "../money";

export const money = moneyFormat("zh-Hans");
