import { DUPLICATE_START } from "./deduplicate.ts";
import { REASON_DEFAULT } from "./exclude.ts";
import { limitReason } from "./limit-rows.ts";

type Definition = Readonly<Record<string, unknown>>;

/** By the types of rules that leave rows out: whether a stored rule gives them this reason. */
const GIVES: Readonly<Record<string, (rule: Definition, reason: string) => boolean>> = {
  exclude: (rule, reason) => (rule["reason"] ?? REASON_DEFAULT) === reason,
  limit_rows: (rule, reason) => limitReason({ keep: rule["keep"], per: rule["per"] ?? undefined }) === reason,
  deduplicate: (_, reason) => reason.startsWith(DUPLICATE_START),
};

export const EXCLUDING_TYPES: readonly string[] = Object.keys(GIVES);

/** Whether rows may be left out of a feed for this reason by the rule. */
export function givesReason(rule: Definition, reason: string): boolean {
  return GIVES[String(rule["type"])]?.(rule, reason) ?? false;
}
