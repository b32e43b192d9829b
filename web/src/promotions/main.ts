import { showPage } from "../look/page";
import "../rules/print.css";
import Page from "./Page.svelte";

showPage(Page, "desk");
