import { mount } from "svelte";
import App from "./shell/App.svelte";
import "./shell/type.css";
import "./shell/base.css";
import "./board/look.css";
import { settings } from "./shell/settings.svelte";

settings.apply();

mount(App, { target: document.getElementById("app")! });
