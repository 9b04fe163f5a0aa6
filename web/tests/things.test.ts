import { expect, test } from "vitest";
import { digest } from "../src/outline/things";

test("a section in a few words names its things and leaves out what they do", () => {
  const items = [
    { label: "Boats", value: "Anna" },
    {
      label: "Nomad",
      things: [
        { name: "Weaver", traits: ["Storage +2"] },
        { name: "Diver", traits: ["5 VP"] },
      ],
    },
    { label: "Dice", value: "" },
  ];
  expect(digest({ title: "Makin", items })).toBe("Boats Anna · Nomad Weaver, Diver · Dice –");
});
