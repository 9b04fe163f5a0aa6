import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { savedReview } from "./savedreview.ts";
import { serviceWorker } from "./serviceworker.ts";

// While developing, `npm run dev` draws the page and a running `skerry serve` answers it.
const server = process.env.SKERRY_URL ?? "http://127.0.0.1:8470";

export default defineConfig({
  plugins: [svelte({ configFile: false }), savedReview(), serviceWorker()],
  // The same index.html is served at / and at /t/<id>: the paths of the assets must not depend on where we are.
  base: "/",
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
