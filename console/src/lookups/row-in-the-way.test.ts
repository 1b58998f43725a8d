import { expect, test } from "vitest";
import { rowInTheWay } from "./row-in-the-way.ts";

const row = (group: string) => ({ key: "Red", values: { colour: "Red", group } });
const change = (group: string | null) => ({ key: "RED", before: group === null ? null : row(group).values });

test("a row that is as it was opened, or new, has nothing in its way", () => {
  expect(rowInTheWay([change("warm")], row("warm"), "Red")).toBeUndefined();
  expect(rowInTheWay([], row("warm"), "Red")).toBeUndefined();
  expect(rowInTheWay([change(null)], undefined, "Red")).toBeUndefined();
  expect(rowInTheWay([change(null)], { ...row("warm"), key: "Rose" }, " red ")).toBeUndefined();
});

test("what someone else made of a row, and a row that has the key, are in the way", () => {
  const { values } = row("cold");
  expect(rowInTheWay([change("cold")], row("warm"), "Red")).toEqual({ kind: "changed", values });
  expect(rowInTheWay([change(null)], row("cold"), "Red")).toEqual({ kind: "removed", values });
  expect(rowInTheWay([change("cold")], undefined, "red")).toEqual({ kind: "taken", values });
  expect(rowInTheWay([change("cold")], { ...row("warm"), key: "Rose" }, "Red")).toEqual({ kind: "taken", values });
});
