import { showPage } from "../look/page";
import Start from "./Start.svelte";

showPage(Start, "desk");
