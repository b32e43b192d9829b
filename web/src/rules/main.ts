import { showPage } from "../look/page";
import "./print.css";
import Page from "./Page.svelte";

showPage(Page, "desk");
