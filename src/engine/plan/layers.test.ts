import { describe, expect, test } from "vitest";
import { all, compare, type Expression, output, source, text, when } from "../expression/expression.ts";
import type { Admit, Assign, Clean, Exclude, Keep } from "./feed-plan.ts";
import { type Layer, packSteps } from "./layers.ts";

const assign = (target: string, value: Expression, condition?: Expression): Assign => ({
  op: "assign",
  target: { side: "G", name: target },
  value,
  ...(condition === undefined ? {} : { condition }),
});
const exclude = (reason: string, condition?: Expression): Exclude => ({
  op: "exclude",
  reason: text(reason),
  ...(condition === undefined ? {} : { condition }),
});
const admit: Admit = { op: "admit" };
const clean: Clean = { op: "clean" };
const keep: Keep = { op: "keep", rows: 10, reason: "Enough" };
const titled = compare(output("title"), "=", text("x"));

/** `title×2 brand excludes×1`: what each layer writes and how many steps write it. */
function shape(layers: readonly Layer[]): readonly string[] {
  return layers.map((layer) => {
    if (layer.kind !== "assign") return layer.kind;
    const writes = [...layer.writes].map(([key, steps]) => (steps.length === 1 ? key : `${key}×${steps.length}`));
    return [...writes, ...(layer.excludes.length === 0 ? [] : [`excludes×${layer.excludes.length}`])].join(" ");
  });
}

describe("a step joins the open layer", () => {
  test("when it reads nothing the layer has written", () => {
    expect(
      shape(
        packSteps([assign("title", source("title")), assign("brand", output("gtin")), exclude("x", compare(source("sku"), "=", text("")))]),
      ),
    ).toEqual(["G:title G:brand excludes×1"]);
  });

  test("unless its value reads what the layer has written", () => {
    expect(shape(packSteps([assign("title", text("a")), assign("brand", output("title"))]))).toEqual(["G:title", "G:brand"]);
  });

  test("unless its condition reads it, however deep", () => {
    const deep = all(when(all(titled), source("sku"), text("")), text("true"));
    expect(shape(packSteps([assign("title", text("a")), assign("brand", text("b"), deep)]))).toEqual(["G:title", "G:brand"]);
  });

  test("unless the condition of an exclusion reads it", () => {
    expect(shape(packSteps([assign("title", text("a")), exclude("x", titled)]))).toEqual(["G:title", "excludes×1"]);
  });

  test("and a source column is another column than the output column of the same name", () => {
    expect(shape(packSteps([assign("title", text("a")), assign("brand", source("title"))]))).toEqual(["G:title G:brand"]);
  });

  test("and what is only read may be written later in the same layer", () => {
    expect(shape(packSteps([assign("brand", output("title")), assign("title", text("a"))]))).toEqual(["G:brand G:title"]);
  });
});

describe("writers of one column", () => {
  test("share one CASE when none reads it", () => {
    expect(
      shape(
        packSteps([
          assign("title", text("a"), compare(source("sku"), "=", text("1"))),
          assign("title", text("b")),
          assign("title", text("c")),
        ]),
      ),
    ).toEqual(["G:title×3"]);
  });

  test("are parted by one that reads it", () => {
    expect(shape(packSteps([assign("title", text("a")), assign("title", text("b"), titled), assign("title", text("c"))]))).toEqual([
      "G:title",
      "G:title×2",
    ]);
  });
});

describe("exclusions", () => {
  test("share a layer with each other", () => {
    expect(shape(packSteps([exclude("a"), exclude("b"), exclude("c")]))).toEqual(["excludes×3"]);
  });

  test("are closed by an admission, which reads them", () => {
    expect(shape(packSteps([exclude("a"), admit, exclude("b"), admit]))).toEqual(["excludes×1", "excludes×2", "excludes×1"]);
  });
});

describe("barriers", () => {
  test.each([
    ["clean", clean],
    ["keep", keep],
  ])("%s stands alone, and what follows is another layer although it reads nothing", (kind, barrier) => {
    expect(shape(packSteps([assign("title", text("a")), barrier, assign("brand", text("b"))]))).toEqual(["G:title", kind, "G:brand"]);
  });

  test("two in a row leave no empty layer between them", () => {
    expect(shape(packSteps([clean, keep]))).toEqual(["clean", "keep"]);
  });

  test("no steps are no layers", () => {
    expect(packSteps([])).toEqual([]);
  });
});

test("500 rules that read nothing of each other are one layer, 500 that read and write one column are 500", () => {
  const titles = Array.from({ length: 500 }, (_, at) => at);
  expect(packSteps(titles.map((at) => assign("title", text(`t${at}`), compare(source("sku"), "=", text(`s${at}`)))))).toHaveLength(1);
  expect(packSteps(titles.map((at) => assign("title", text(`t${at}`), titled)))).toHaveLength(500);
});
