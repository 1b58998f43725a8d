import { dirname, resolve } from "node:path";
import type { Expression, Node, NodeOf, Program, Rule } from "../rule-types.ts";

/**
 * Importing a module must do nothing: no connection, timer, file or registration. The order of imports then means nothing,
 * a test takes any module alone, and `app.ts` alone decides what exists. So a call outside a function must build a value, and
 * its callee must be one we know to be a builder:
 *
 * - of the language (`Object.freeze`, `new Map`, `Symbol`), or a method that answers a new value (`list.map`)
 * - of the schema library, React (whose calls outside a component only describe something), `node:async_hooks`, `node:buffer`, `node:module`, `node:path`, `node:url`, `node:util`
 * - of the kernel or the engine, which hold no I/O (the import matrix sees to that)
 * - an operation preset, a `define…` function or the `sql` tag, wherever it comes from
 * - a function of this very module, which a reader has before the eyes
 */

const GLOBALS = words(
  "Array BigInt Boolean Buffer Intl JSON Math Number Object String Symbol structuredClone",
  "Date Error Map RegExp Set TextDecoder TextEncoder URL WeakMap WeakSet",
  "BigInt64Array BigUint64Array Float64Array Int32Array Uint8Array Uint16Array Uint32Array",
);
const PURE_METHODS = words(
  "at charCodeAt codePointAt concat difference entries every filter find flat flatMap includes indexOf intersection join keys map",
  "padStart reduce repeat replace replaceAll slice some split toLowerCase toReversed toSorted toSpliced toString toUpperCase trim",
  "union values",
);
const PACKAGES = new Set(["zod", "react", "node:async_hooks", "node:buffer", "node:module", "node:path", "node:url", "node:util"]);
const BUILDER_NAME = /^(?:define[A-Z]\w*|read|write|command|(?:organization|admin)(?:Read|Write|Command)|sql)$/;
const PURE_FOLDER = /\/src\/(?:kernel|engine)\//;

/** What runs later, or when somebody calls it. */
const DEFERRED = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression", "PropertyDefinition"]);

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(" ").split(" "));
}

function runsAtImport(node: Node): boolean {
  for (let up = node.parent; up !== null; up = up.parent) if (DEFERRED.has(up.type)) return false;
  return true;
}

/** `z` of `z.string().min(1)`; nothing for a value written in place. */
function rootOf(expression: Expression): string | undefined {
  if (expression.type === "Identifier") return expression.name;
  if (expression.type === "MemberExpression") return rootOf(expression.object);
  if (expression.type === "CallExpression") return rootOf(expression.callee);
  return undefined;
}

function isPureMethod(callee: Expression): boolean {
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" && PURE_METHODS.has(callee.property.name);
}

function importedBuilders({ source, specifiers }: NodeOf<"ImportDeclaration">, filename: string): [string, boolean][] {
  const target = source.value.startsWith(".") ? resolve(dirname(filename), source.value) : source.value;
  const pure = PACKAGES.has(target) || PURE_FOLDER.test(target);
  return specifiers.map(({ local }) => [local.name, pure || BUILDER_NAME.test(local.name)]);
}

/** Every imported name, with whether a call of it is one of the builders above. */
function importedNames(program: Program, filename: string): ReadonlyMap<string, boolean> {
  return new Map(program.body.flatMap((node) => (node.type === "ImportDeclaration" ? importedBuilders(node, filename) : [])));
}

export const noTopLevelCall: Rule = {
  create({ report, filename, sourceCode }) {
    const imported = importedNames(sourceCode.ast, filename);
    const own = sourceCode.scopeManager.scopes.find(({ type }) => type === "module")?.set ?? new Map<string, unknown>();
    const isBuilder = (callee: Expression): boolean => {
      if (isPureMethod(callee)) return true;
      const root = rootOf(callee);
      if (root === undefined) return false;
      return imported.get(root) ?? (own.has(root) || GLOBALS.has(root));
    };
    const check = (node: Expression, callee: Expression): void => {
      if (!runsAtImport(node)) return;
      const resultIsDropped = node.parent?.type === "ExpressionStatement";
      if (resultIsDropped || !isBuilder(callee)) {
        report({ node, message: "Nothing happens at import: do this in a function that app.ts, a command or a test calls." });
      }
    };
    return {
      CallExpression: (node) => check(node, node.callee),
      NewExpression: (node) => check(node, node.callee),
      TaggedTemplateExpression: (node) => check(node, node.tag),
      AwaitExpression(node) {
        if (runsAtImport(node)) report({ node, message: "No await at import: the order of imports must mean nothing." });
      },
    };
  },
};
