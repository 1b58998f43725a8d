import { type FunctionName, FUNCTIONS } from "../../src/engine/expression/functions/function-catalogue.ts";
import { keysOf } from "../../src/kernel/unsafe.ts";

/** The functions people write that look at one row. */
export const ROW_FUNCTIONS: readonly FunctionName[] = keysOf<FunctionName>(FUNCTIONS);

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(FUNCTIONS, name);
}
