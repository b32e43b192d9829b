import { mount } from "svelte";
import "../look/tokens.css";
import "../look/base.css";
import Start from "./Start.svelte";

const target = document.getElementById("app");
if (target !== null) mount(Start, { target });
