import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, type Plugin, type Rolldown } from "vite";

/** Adds review.html to the built page: the review with its script and style inside, to be saved as one file.
    The data is put in when it is saved: by the terminal (`server/web/saved_review.py`) or in the browser (`src/review/save.ts`). */
export function savedReview(): Plugin {
  return {
    name: "saved-review",
    apply: "build",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: "review.html", source: await singleFile() });
    },
  };
}

async function singleFile(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [svelte({ configFile: false })],
    build: {
      target: "es2022",
      write: false,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input: "src/review/saved.ts", output: { format: "iife", codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const files = output.map((file) => (file.type === "chunk" ? { name: "SCRIPT", text: file.code } : { name: "STYLE", text: String(file.source) }));
  const names = files.map((file) => file.name).sort();
  if (names.join() !== "SCRIPT,STYLE") throw new Error(`review.html must be one file, but there are ${output.map((file) => file.fileName).join(", ")}`);
  const parts = Object.fromEntries(files.map(({ name, text }) => [name, text.trim().replace(/<(?=\/?(script|style))/gi, "\\x3c")]));
  const hash = `sha256-${createHash("sha256").update(parts.SCRIPT!).digest("base64")}`;
  const template = await readFile("review.html", "utf-8");
  return template.replace(/%(\w+)%/g, (_, name: string) => (name === "SCRIPT_HASH" ? hash : parts[name]!));
}
