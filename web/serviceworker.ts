import { build, type Plugin, type Rolldown } from "vite";

/** Adds sw.js to the built page: the service worker as one script, at the root, under a name that stays. */
export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: "sw.js", source: await singleScript() });
    },
  };
}

async function singleScript(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      target: "es2022",
      write: false,
      modulePreload: false,
      rolldownOptions: { input: "src/worker/sw.ts", output: { format: "iife", codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const [script, ...rest] = output;
  if (rest.length > 0 || script.type !== "chunk") throw new Error(`sw.js must be one script, but there are ${output.map((file) => file.fileName).join(", ")}`);
  return script.code;
}
