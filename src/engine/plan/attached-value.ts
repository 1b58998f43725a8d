import { type AttachedSide, call, type Expression, isPresent } from "../expression/expression.ts";
import type { Assign } from "./feed-plan.ts";

/**
 * A source column takes its attached value where there is one. The snapshot keeps the description's plain text beside its HTML,
 * so another HTML brings its own. `from`: the attached column, where it is not called as the source column is.
 */
export function attachedSource(side: AttachedSide, name: string, from: string = name): readonly Assign[] {
  const value: Expression = { kind: "column", side, name: from };
  const written: Assign = { op: "assign", target: { side: "D", name }, value, condition: isPresent(value) };
  if (name !== "body_html") return [written];
  return [
    written,
    { op: "assign", target: { side: "D", name: "body_text" }, value: call("strip_html", value), condition: isPresent(value) },
  ];
}
