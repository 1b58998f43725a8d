import { pointed } from "../../engine/rules/schema-faults.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { seenText } from "../../kernel/seen-text.ts";

/** Fields of a body before they are read. The schema lets all of them through, so that specific codes come before `validation_failed`. */
export type Written = Readonly<Record<string, unknown>>;

/** A feed's label is a line in a list. */
const LABEL_LENGTH_MAX = 255;

export function isGiven(member: unknown): boolean {
  return member !== undefined && member !== null;
}

export function wrong(name: string, message: string): ErrorDetail {
  return { param: `/${pointed(name)}`, code: "invalid_param", message };
}

/** Members nobody reads. `told`: what to say of those that are known elsewhere. */
export function strangers(written: Written, known: readonly string[], told: Readonly<Record<string, string>> = {}): readonly ErrorDetail[] {
  return Object.keys(written)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const said = Object.hasOwn(told, name) ? told[name] : undefined;
      return said === undefined
        ? { ...wrong(name, "Unknown field. Remove it or check its spelling."), code: "unknown_param" }
        : wrong(name, said);
    });
}

/** A label as it is kept; blank where nothing of it can be seen, as in one of zero-width characters. */
export function readLabelText(member: unknown): string {
  const label = typeof member === "string" ? member.trim() : "";
  return seenText(label) ?? "";
}

/** A required member that is not there, or null. */
export function missing(name: string): ErrorDetail {
  return { param: `/${pointed(name)}`, code: "missing_param", message: "This field is required." };
}

/** What is wrong with a label that is not blank. */
export function labelFaults(label: string): readonly ErrorDetail[] {
  if (label.length > LABEL_LENGTH_MAX) return [wrong("display_name", `can have at most ${LABEL_LENGTH_MAX} characters`)];
  return /\p{Cc}/u.test(label) ? [wrong("display_name", "must be one line without tabs or control characters")] : [];
}

/** All that is wrong with the rest of a body, as its one `validation_failed` says it. */
export function faultsMessage(faults: readonly ErrorDetail[]): string | undefined {
  const [first, second] = faults;
  return first !== undefined && second === undefined ? `${first.param}: ${first.message}` : undefined;
}
