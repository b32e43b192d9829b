// The catalogue in use.
export { en as texts } from "./en";
