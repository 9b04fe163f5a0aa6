import { expect, test } from "vitest";
import { qrCode } from "../src/lobby/qr";
import { resultText } from "../src/ui/ending";
import { codeWords, invitationIn, replayAddress } from "../src/ui/friends";
import { placeOf } from "../src/ui/route.svelte";

/** A hash of the dark modules; those below are of codes that another encoder drew the same way. */
function sumOf(words: string): string {
  let sum = 0;
  for (const isDark of qrCode(words)!.flat()) sum = (Math.imul(sum, 31) + (isDark ? 1 : 2)) | 0;
  return (sum >>> 0).toString(16);
}

test("a QR code of each version is the one that other encoders draw", () => {
  const lengths = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213];
  expect(lengths.map((length) => qrCode("y".repeat(length))!.length)).toEqual([21, 25, 29, 33, 37, 41, 45, 49, 53, 57]);
  expect(lengths.map((length) => sumOf("y".repeat(length)))).toMatchInlineSnapshot(`
    [
      "ae868592",
      "76d7bf9a",
      "a4c607ca",
      "5d0ae603",
      "4b29a1a6",
      "59591c7a",
      "595b2899",
      "3c7a9f4f",
      "c9a69e9b",
      "6bee7a63",
    ]
  `);
});

test("what is too long for a phone to read has no code", () => {
  expect(qrCode("y".repeat(214))).toBeNull();
  expect(qrCode("")?.length).toBe(21);
});

test("a QR code has its three corners and its timing", () => {
  const modules = qrCode("https://games.example.org/t/abcdefghjkmn#i=AbCdEfGhIjKl")!;
  const corner = (x: number, y: number): string =>
    Array.from({ length: 7 }, (_, dy) => Array.from({ length: 7 }, (_, dx) => (modules[y + dy]![x + dx] ? "#" : ".")).join("")).join("/");
  const ring = "#######/#.....#/#.###.#/#.###.#/#.###.#/#.....#/#######";
  const far = modules.length - 7;
  expect([corner(0, 0), corner(far, 0), corner(0, far)]).toEqual([ring, ring, ring]);
  expect(modules[6]!.slice(8, far - 1).map(Boolean)).toEqual(modules[6]!.slice(8, far - 1).map((_, at) => at % 2 === 0));
});

test("a code is read in two halves, and a link to a replay keeps its secret behind the #", () => {
  expect(codeWords("KTRFWM")).toBe("KTR FWM");
  expect(replayAddress("secret", 0, "http://host")).toBe("http://host/replay#s=secret");
  expect(replayAddress("secret", 12, "http://host")).toBe("http://host/replay#s=secret&m=12");
  expect(invitationIn({ hash: "#join", search: "" })).toBe("");
  expect(placeOf("/replay")).toEqual({ page: "replay" });
});

test("a result is understood as plain text", () => {
  const rows = [
    { name: "Wren", points: "36", mark: 0 },
    { name: "Runa", points: "−2", mark: 3 },
  ];
  expect(resultText("Nusfjord, 2 players", rows, "Wren wins!")).toBe("Nusfjord, 2 players\n● Wren 36   ◆ Runa −2\nWren wins!");
});
