import type { z } from "zod";
import type { AnyOperation } from "../../features/operation.ts";
import { type ErrorDetail, RequestError } from "../../kernel/errors.ts";
import { isMissing } from "../../kernel/plain-faults.ts";
import { FAULTS_MAX } from "./server-limits.ts";

/** From what a schema says to what a client reads: one entry per failing member, named by JSON Pointer (RFC 6901). */

export function childPointer(parent: string, name: PropertyKey): string {
  return `${parent}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

export function memberFaults(error: z.ZodError): readonly ErrorDetail[] {
  const ofMembers = new Map<string, ErrorDetail>();
  const ofBody: ErrorDetail[] = [];
  for (const issue of error.issues) {
    for (const fault of issueFaults(issue, "")) {
      if (fault.param === "") ofBody.push(fault);
      else if (!ofMembers.has(fault.param)) ofMembers.set(fault.param, fault);
    }
    if (ofMembers.size >= FAULTS_MAX) break;
  }
  // That the body as a whole says nothing follows from the members that are wrong with it.
  return ofMembers.size > 0 ? [...ofMembers.values()].slice(0, FAULTS_MAX) : ofBody.slice(0, 1);
}

function issueFaults(issue: z.core.$ZodIssue, parent: string): readonly ErrorDetail[] {
  const param = issue.path.reduce<string>(childPointer, parent);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, FAULTS_MAX).map((name) => ({
      param: childPointer(param, name),
      code: "unknown_param",
      message: "Unknown field. Remove it or check its spelling.",
    }));
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) return nearestBranch(issue.errors, param);
  if (isMissing(issue, param)) return [{ param, code: "missing_param", message: "This field is required." }];
  return [{ param, code: "invalid_param", message: issue.message }];
}

/** The branch with the fewest faults is most likely the one that was meant. */
function nearestBranch(branches: readonly (readonly z.core.$ZodIssue[])[], parent: string): readonly ErrorDetail[] {
  const nearest = branches.reduce((best, branch) => (branch.length < best.length ? branch : best));
  return nearest.flatMap((issue) => issueFaults(issue, parent));
}

/**
 * The operation's own code for a member comes before `validation_failed`; of several, the one declared first. A member that is not
 * there is `missing_param` to an operation that declares it. Every fault is named, those of that member first.
 */
export function bodyRefusal(
  faults: readonly ErrorDetail[],
  { memberCodes, errors }: Pick<AnyOperation, "memberCodes" | "errors">,
): RequestError {
  for (const [name, declared] of Object.entries(memberCodes)) {
    const pointer = childPointer("", name);
    const own = faults.filter(
      ({ param, code: kind }) => kind !== "unknown_param" && (param === pointer || param.startsWith(`${pointer}/`)),
    );
    const [first] = own;
    if (first === undefined) continue;
    const isAbsent = own.some(({ param, code }) => param === pointer && code === "missing_param");
    const code = isAbsent && errors.includes("missing_param") ? "missing_param" : declared;
    const details = [...own, ...faults.filter((fault) => !own.includes(fault))];
    // A specific code says what is wrong; `invalid_param` only says that something is.
    return new RequestError(code, { param: first.param, details, ...(code === "invalid_param" ? soleMessage(own) : {}) });
  }
  return new RequestError("validation_failed", { param: faults[0]?.param ?? "", details: faults, ...soleMessage(faults) });
}

/** A single fault is worth saying in the message itself. */
function soleMessage(faults: readonly ErrorDetail[]): { readonly message?: string } {
  const [first, second] = faults;
  return first !== undefined && second === undefined
    ? { message: `${first.param === "" ? "The body" : first.param}: ${first.message}` }
    : {};
}
