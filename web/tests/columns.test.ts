import { expect, test } from "vitest";
import { Columns } from "../src/outline/columns";

const section = (title: string, lines: number, key = "") => ({ title, key, items: Array.from({ length: lines }, () => ({ label: "Fish", value: "1" })) });
const titles = (columns: { title: string }[][]) => columns.map((column) => column.map((part) => part.title));

test("sections fill the columns evenly", () => {
  const sections = [section("a", 9), section("b", 2), section("c", 2), section("d", 3)];
  expect(titles(new Columns().deal(sections, 2))).toEqual([["a"], ["b", "c", "d"]]);
});

test("a section that grows stays where it is, also when its title counts", () => {
  const columns = new Columns();
  columns.deal([section("Round 1", 2, "round"), section("b", 2), section("c", 2)], 2);
  expect(titles(columns.deal([section("Round 2", 20, "round"), section("b", 2), section("c", 2)], 2))).toEqual([["Round 2", "c"], ["b"]]);
});

test("a new width deals anew", () => {
  const columns = new Columns();
  const sections = [section("a", 2), section("b", 2)];
  columns.deal(sections, 2);
  expect(titles(columns.deal(sections, 1))).toEqual([["a", "b"]]);
});
