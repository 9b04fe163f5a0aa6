// docs/draw-a-board.md: a drawn board is a folder, and no other file changes.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { expect, test } from "vitest";

const SOURCES = join(dirname(fileURLToPath(import.meta.url)), "../src");

test("a new folder with a board, samples and an ending is found by its name", async () => {
  const root = mkdtempSync(join(tmpdir(), "skerry-board-"));
  try {
    cpSync(join(SOURCES, "ui/registry.ts"), join(root, "src/ui/registry.ts"));
    const folder = join(root, "src/games/rockpool");
    mkdirSync(join(folder, "scene"), { recursive: true });
    for (const file of ["Board.svelte", "samples.ts", "ending.ts"]) writeFileSync(join(folder, file), "export {};");
    writeFileSync(join(folder, "scene/evening.ts"), 'export default "navy";');
    const server = await createServer({ root, configFile: false, logLevel: "silent", server: { middlewareMode: true, ws: false }, optimizeDeps: { noDiscovery: true } });
    try {
      const { boards, samples, endings } = await server.ssrLoadModule("/src/ui/registry.ts");
      expect([boards, samples, endings].map((found) => Object.keys(found))).toEqual([["rockpool"], ["rockpool"], ["rockpool"]]);
    } finally {
      await server.close();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}, 30_000);
