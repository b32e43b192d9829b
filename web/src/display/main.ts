import { showPage } from "../look/page";
import Page from "./Page.svelte";

showPage(Page, "cabinet");
