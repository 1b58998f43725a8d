import { CATALOG, lookup } from "./catalog.ts";
import { CATEGORIES } from "./category.ts";
import type { FunctionEntry } from "./function-entry.ts";
import { FUNCTIONS } from "./function-catalogue.ts";
import { INTERNAL } from "./internal.ts";
import { option } from "./option.ts";

/** Functions of one row, with those that only rule types use: what a call in an expression may name. */
export const CALLS = { ...FUNCTIONS, ...INTERNAL } as const satisfies Record<string, FunctionEntry>;
export type CallName = keyof typeof CALLS;

/** Functions people can write. */
export const WRITABLE = { ...FUNCTIONS, ...CATEGORIES, ...CATALOG, lookup, option } as const satisfies Record<string, FunctionEntry>;
export type WritableName = keyof typeof WRITABLE;

export function isCall(name: string): name is CallName {
  return Object.hasOwn(CALLS, name);
}

export function isWritable(name: string): name is WritableName {
  return Object.hasOwn(WRITABLE, name);
}
