// The rules this page has read, for every part of it that shows a clause.
import { floorApi } from "../access/api";
import { RulesShelf } from "./rules";

export const rulesShelf = new RulesShelf(floorApi);
