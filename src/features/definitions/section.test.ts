import { expect, test } from "vitest";
import { pastBounds } from "./past-bounds.ts";
import { changeOf, defineEditedSection, type EditedSection } from "./section.ts";

const bound = { name: "parts", max: 10, message: (total: number) => `${total} are too many` };

function counted(name: string): EditedSection<number> {
  return {
    name,
    kept: "summary",
    startsRun: false,
    bounds: [{ ...bound, of: (count) => count, rest: async () => 0 }],
    same: ({ before, after }) => before === after,
    store: async () => undefined,
    events: async () => undefined,
  };
}

const change = (before: number, after: number, name = "rules") => changeOf(defineEditedSection(counted(name)), { before, after });
const rest = (parts: number) => new Map([["parts", parts]]);

test("a section is frozen, and one that lacks a hook does not compile", () => {
  const lacking: Omit<EditedSection<number>, "store"> = counted("rules");
  // @ts-expect-error It says nothing of how it is stored.
  expect(Object.isFrozen(defineEditedSection<number>(lacking))).toBe(true);
});

test("a change goes past a bound by what it takes together with the rest of the feed", () => {
  expect(pastBounds([change(1, 5)], rest(5))).toEqual([]);
  expect(pastBounds([change(1, 6)], rest(5))).toEqual([{ bound: "parts", section: "rules", message: "11 are too many" }]);
});

test("a feed that is past a bound already may be changed as long as it does not grow", () => {
  expect(pastBounds([change(20, 15)], rest(5))).toEqual([]);
  expect(pastBounds([change(20, 10), change(5, 14, "mappings")], rest(0))).toEqual([]);
});

test("of sections that share a bound, the one that adds most is at fault", () => {
  const [excess] = pastBounds([change(4, 5), change(0, 8, "mappings")], rest(0));
  expect(excess).toMatchObject({ section: "mappings", message: "13 are too many" });
});
