import { z } from "zod";
import { firstAtEach, isMissing } from "../../kernel/plain-faults.ts";
import { unwrapped } from "../../kernel/without-nulls.ts";
import { didYouMean, nearestNames } from "../expression/column-names.ts";
import type { RuleFault } from "./rule-fault.ts";

/** What people call a condition. */
const CONDITION_WORDS: ReadonlySet<string> = new Set(["if", "where", "unless", "when"]);

/** How much of an unknown name a message repeats. */
const SHOWN_LENGTH_MAX = 60;

/**
 * The faults of a rule's fields. A rule may have been written as text, where a pointer shows nobody the field, so each message names the field that is
 * missing or unknown, and suggests the nearest one. `schemas`: what the rule's fields are read by.
 */
export function ruleMemberFaults(error: z.ZodError, ...schemas: readonly z.ZodObject[]): readonly RuleFault[] {
  return schemaFaults(error).map((fault) => {
    const path = fault.at.split("/").slice(1).map(unpointed);
    const name = path.at(-1) ?? "";
    if (fault.code === "missing_param") return { ...fault, message: `The field ${name} is required.` };
    if (fault.code !== "unknown_param") return fault;
    if (path.length === 1 && CONDITION_WORDS.has(name.toLowerCase())) return { ...fault, message: CONDITION_HINT };
    const near = nearestNames(name, new Set(schemas.flatMap((schema) => fieldNames(schema, path.slice(0, -1)))));
    const meant = near.length === 0 ? " Remove it or check its spelling." : didYouMean(near);
    return { ...fault, message: `Unknown field ${name.slice(0, SHOWN_LENGTH_MAX)}.${meant}` };
  });
}

/** The fields that a schema has at a path of names and positions. */
function fieldNames(schema: unknown, [name, ...rest]: readonly string[]): readonly string[] {
  const form = unwrapped(schema);
  if (form instanceof z.ZodUnion) return form.options.flatMap((option) => fieldNames(option, name === undefined ? [] : [name, ...rest]));
  if (form instanceof z.ZodArray) return name === undefined ? [] : fieldNames(form.element, rest);
  if (!(form instanceof z.ZodObject)) return [];
  return name === undefined ? Object.keys(form.shape) : fieldNames(form.shape[name], rest);
}

const CONDITION_HINT =
  "Unknown field. Put a rule's condition in the field `condition`. In a rule written as one line of text, put it at the end, after `when`.";

/** What a schema says of a definition's members, one entry each, named by JSON Pointer. */
export function schemaFaults(error: z.ZodError): readonly RuleFault[] {
  return firstAtEach(
    error.issues.flatMap((issue) => issueFaults(issue, "")),
    ({ at }) => at,
  );
}

function issueFaults(issue: z.core.$ZodIssue, parent: string): readonly RuleFault[] {
  const at = issue.path.reduce<string>((pointer, name) => `${pointer}/${pointed(String(name))}`, parent);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((name) => ({
      at: `${at}/${pointed(name)}`,
      code: "unknown_param",
      message: "Unknown field for this type of rule. Remove it or check its spelling.",
    }));
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const nearest = issue.errors.reduce((best, branch) => (strangeness(branch) < strangeness(best) ? branch : best));
    return nearest.flatMap((inner) => issueFaults(inner, at));
  }
  if (isMissing(issue, at)) return [{ at, code: "missing_param", message: "This field is required." }];
  return [{ at, code: "invalid_param", message: issue.message }];
}

/** Of another type altogether: no missing or unknown members are as strange. */
const OTHER_TYPE = 1_000;

/** How little what was written looks like one of several forms: by its type, its members and those it lacks. What is wrong within them does not count. */
function strangeness(issues: readonly z.core.$ZodIssue[]): number {
  const strange = issues.map((issue): number => {
    if (issue.code === "invalid_union" && issue.path.length === 0) return Math.min(...issue.errors.map(strangeness));
    if (issue.code === "unrecognized_keys" && issue.path.length === 0) return issue.keys.length;
    if (issue.code !== "invalid_type") return 0;
    return issue.path.length === 0 ? OTHER_TYPE : issue.path.length === 1 && issue.input === undefined ? 1 : 0;
  });
  return strange.reduce((sum, one) => sum + one, 0);
}

function unpointed(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A name as a part of a JSON Pointer (RFC 6901). */
export function pointed(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
