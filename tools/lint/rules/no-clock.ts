import type { Expression, Rule } from "../rule-types.ts";

/**
 * A run must be replayable from a saved input: same definition, same snapshot, same bytes. Code that asks the machine for the
 * time, a random number or an id cannot be. It takes a `Clock`, an id or a source of bytes as an argument instead.
 */

const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  Date: ["now"],
  Math: ["random"],
  performance: ["now"],
  process: ["hrtime", "uptime"],
  crypto: ["randomUUID", "randomBytes", "randomInt", "getRandomValues"],
};
const FUNCTIONS = new Set(["Date", "randomUUID", "randomBytes", "randomInt", "getRandomValues"]);

function calledName(callee: Expression): string | undefined {
  if (callee.type === "Identifier" && FUNCTIONS.has(callee.name)) return callee.name;
  if (callee.type !== "MemberExpression" || callee.object.type !== "Identifier" || callee.property.type !== "Identifier") return undefined;
  const { object, property } = callee;
  return MEMBERS[object.name]?.includes(property.name) ? `${object.name}.${property.name}` : undefined;
}

export const noClock: Rule = {
  create({ report }) {
    const refuse = (node: Expression, what: string): void =>
      report({ node, message: `${what} makes a run that cannot be replayed: take the clock, the id or the bytes as an argument.` });
    return {
      CallExpression(node) {
        const name = calledName(node.callee);
        if (name !== undefined) refuse(node, `${name}()`);
      },
      NewExpression(node) {
        const isNow = node.callee.type === "Identifier" && node.callee.name === "Date" && node.arguments.length === 0;
        if (isNow) refuse(node, "new Date()");
      },
    };
  },
};
