import { type AttachedSide, call, type Expression, isPresent, text } from "../expression/expression.ts";
import type { Assign } from "./feed-plan.ts";

/** What the snapshot keeps of a column beside it. An option is known by its primary name, so its translation changes nothing. */
function derivedFrom(side: AttachedSide, name: string, value: Expression): Pick<Assign, "target" | "value"> | undefined {
  const option = /^option([123])_name$/.exec(name)?.[1];
  if (name === "body_html") return { target: { side: "D", name: "body_text" }, value: call("strip_html", value) };
  if (name === "barcode") return { target: { side: "D", name: "barcode_gtin" }, value: call("_gtin", value) };
  if (name === "category") return { target: { side: "D", name: "google_category" }, value: text("") };
  if (option === undefined || side !== "C") return undefined;
  return { target: { side: "D", name: `option${option}_attribute` }, value: call("_option_attribute", value) };
}

/**
 * A source column takes its attached value where there is one. The snapshot keeps what some columns come to beside them
 * (the plain text of the description), so another value brings its own. `from`: the attached column, where it is not called as the source column is.
 */
export function attachedSource(side: AttachedSide, name: string, from: string = name): readonly Assign[] {
  const value: Expression = { kind: "column", side, name: from };
  const written: Assign = { op: "assign", target: { side: "D", name }, value, condition: isPresent(value) };
  const derived = derivedFrom(side, name, value);
  return derived === undefined ? [written] : [written, { op: "assign", ...derived, condition: isPresent(value) }];
}
