import { z } from "zod";
import { parseJson } from "../../kernel/unsafe.ts";
import type { BudgetLeft } from "../storefront-port.ts";
import { accessDenied, queryRefused, queryTooDear } from "./admin-faults.ts";

/** What the Admin API answers, around what was asked for. Errors come with HTTP 200, and so does being throttled. */
const Cost = z.object({
  throttleStatus: z.object({ maximumAvailable: z.number(), currentlyAvailable: z.number(), restoreRate: z.number() }),
  requestedQueryCost: z.number().nullish(),
});
type Cost = z.output<typeof Cost>;

const Fault = z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() });

const Answer = z.object({
  data: z.unknown().optional(),
  errors: z.union([z.string().transform((message) => [{ message }]), z.array(Fault)]).default([]),
  extensions: z
    .object({ cost: Cost.optional(), search: z.array(z.object({ warnings: z.array(z.unknown()).default([]) })).default([]) })
    .prefault({}),
});
export type Answer = z.output<typeof Answer>;

/** Answers of ours are small; the catalog comes as files. */
const ANSWER_CHARACTERS_MAX = 8 * 1024 * 1024;

/** Undefined for what is no answer of the API, as from something on the way to it. */
export function readAnswer(text: string): Answer | undefined {
  if (text.length > ANSWER_CHARACTERS_MAX) return undefined;
  try {
    return Answer.parse(parseJson(text));
  } catch {
    return undefined;
  }
}

export function budgetLeft({ extensions: { cost } }: Answer): BudgetLeft | undefined {
  if (cost === undefined) return undefined;
  const { currentlyAvailable, maximumAvailable, restoreRate } = cost.throttleStatus;
  return { available: currentlyAvailable, maximum: maximumAvailable, restoreRate };
}

export function requestedCost({ extensions: { cost } }: Answer): number | undefined {
  return cost?.requestedQueryCost ?? undefined;
}

/** Why to ask again, with the milliseconds until there is a point in it; undefined when the data has come. Throws what stays refused. */
export function reasonToAskAgain(answer: Answer, shop: string): { readonly again: string; readonly afterMs: number | null } | undefined {
  const { errors, extensions } = answer;
  const codes = errors.map((fault) => ("extensions" in fault ? fault.extensions?.code : undefined));
  if (codes.includes("THROTTLED"))
    return { again: "THROTTLED", afterMs: extensions.cost === undefined ? null : throttledMs(extensions.cost) };
  const said = errors.map(({ message }) => message).join("; ");
  if (codes.includes("INTERNAL_SERVER_ERROR") || codes.includes("TIMEOUT")) return { again: said, afterMs: null };
  if (codes.includes("ACCESS_DENIED")) throw accessDenied(shop, said);
  if (codes.includes("MAX_COST_EXCEEDED")) throw queryTooDear(said);
  if (errors.length > 0) throw queryRefused(said);
  // A filter that Shopify does not understand matches everything, and says so only here.
  if (extensions.search.some(({ warnings }) => warnings.length > 0)) throw queryRefused("it did not understand a search filter");
  return undefined;
}

/** Until the bucket holds what the request costs. */
function throttledMs({ requestedQueryCost, throttleStatus }: Cost): number {
  const missing = (requestedQueryCost ?? 0) - throttleStatus.currentlyAvailable;
  return Math.max(1, missing / Math.max(1, throttleStatus.restoreRate)) * 1000;
}
