import { mount } from "svelte";
import App from "./app/App.svelte";
import "./ui/type.css";
import "./ui/base.css";
import "./board/look.css";
import { settings } from "./ui/settings.svelte";

settings.apply();

mount(App, { target: document.getElementById("app")! });
