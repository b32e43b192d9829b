import { mount } from "svelte";
import "../look/tokens.css";
import "../look/base.css";
import Page from "./Page.svelte";

const target = document.getElementById("app");
if (target !== null) mount(Page, { target });
