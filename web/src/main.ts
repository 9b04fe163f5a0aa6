import { mount } from "svelte";
import App from "./app/App.svelte";
import "./ui/type.css";
import "./ui/base.css";
import "./board/look.css";
import { settings } from "./ui/settings/settings.svelte";

settings.apply();

mount(App, { target: document.getElementById("app")! });

// After everything else: the first page does not wait for it.
addEventListener("load", () => void navigator.serviceWorker?.register("/sw.js", { updateViaCache: "none" }).catch(() => {}));
