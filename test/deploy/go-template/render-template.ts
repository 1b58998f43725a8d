import { type Block, type Expression, parseTemplate, type TemplateNode } from "./parse-template.ts";
import { isTruthy, memberOf, TEMPLATE_FUNCTIONS } from "./template-functions.ts";

export interface TemplateFiles {
  /** By name: templates, which may define others. */
  readonly templates: Readonly<Record<string, string>>;
  /** What `.Files.Get` finds, by path. */
  readonly files: Readonly<Record<string, string>>;
}

interface Scope {
  readonly dot: unknown;
  readonly variables: ReadonlyMap<string, unknown>;
}

/** Renders every template that prints something. Throws for what Helm would refuse, and for what isn't understood here. */
export function renderTemplates({ templates, files }: TemplateFiles, root: unknown): ReadonlyMap<string, string> {
  const parsed = Object.entries(templates).map(([name, source]) => [name, parseNamed(name, source)] as const);
  const defined = new Map(
    parsed.flatMap(([, block]) => block.flatMap((node) => (node.kind === "define" ? [[node.name, node.body] as const] : []))),
  );
  const evaluator = makeEvaluator(defined, files);
  const named = (name: string, block: Block): string => {
    try {
      return evaluator.block(block, { dot: root, variables: new Map([["$", root]]) });
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };
  return new Map(parsed.filter(([name]) => !name.startsWith("_")).map(([name, block]) => [name, named(name, block)]));
}

function parseNamed(name: string, source: string): Block {
  try {
    return parseTemplate(source);
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function makeEvaluator(defined: ReadonlyMap<string, Block>, files: TemplateFiles["files"]) {
  function block(nodes: Block, scope: Scope): string {
    let variables = scope.variables;
    let text = "";
    for (const node of nodes) {
      const now = { ...scope, variables };
      if (node.kind === "set") variables = new Map([...variables, [node.variable, value(node.value, now)]]);
      else text += printed(node, now);
    }
    return text;
  }

  function printed(node: TemplateNode, scope: Scope): string {
    switch (node.kind) {
      case "text":
        return node.text;
      case "print":
        return shown(value(node.value, scope));
      case "if":
        return block(isTruthy(value(node.value, scope)) ? node.body : node.otherwise, scope);
      case "with": {
        const found = value(node.value, scope);
        return isTruthy(found) ? block(node.body, { ...scope, dot: found }) : block(node.otherwise, scope);
      }
      case "range":
        return itemsOf(value(node.value, scope))
          .map(([key, item]) => block(node.body, { dot: item, variables: withItem(scope.variables, node.variables, [key, item]) }))
          .join("");
      default:
        return "";
    }
  }

  function value(expression: Expression, scope: Scope): unknown {
    if (expression.kind === "literal") return expression.value;
    if (expression.kind === "call")
      return call(
        expression.name,
        expression.args.map((arg) => value(arg, scope)),
      );
    return expression.path.reduce<unknown>(memberOf, origin(expression.from, scope));
  }

  function origin(from: (Expression & { kind: "path" })["from"], scope: Scope): unknown {
    if (from === "dot") return scope.dot;
    if ("kind" in from) return value(from, scope);
    if (!scope.variables.has(from.variable)) throw new Error(`${from.variable} isn't set`);
    return scope.variables.get(from.variable);
  }

  function call(name: string, args: readonly unknown[]): unknown {
    if (name === "include") {
      const body = defined.get(String(args[0]));
      if (body === undefined) throw new Error(`no template "${String(args[0])}"`);
      return block(body, { dot: args[1], variables: new Map([["$", args[1]]]) });
    }
    if (name === "Files.Get") return files[String(args[0])] ?? missing(`no file ${String(args[0])}`);
    return (TEMPLATE_FUNCTIONS[name] ?? missing(`no function ${name}`))(...args);
  }

  return { block };
}

function missing(what: string): never {
  throw new Error(what);
}

function shown(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new Error(`${typeof value} would be printed`);
}

/** A map's items come in the order of their keys, as in Go. */
function itemsOf(value: unknown): readonly (readonly [unknown, unknown])[] {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [index, item] as const);
  return Object.entries(value ?? {}).toSorted(([left], [right]) => (left < right ? -1 : 1));
}

function withItem(
  variables: ReadonlyMap<string, unknown>,
  names: readonly string[],
  [key, item]: readonly [unknown, unknown],
): ReadonlyMap<string, unknown> {
  const [first, second] = names;
  if (first === undefined) return variables;
  return new Map([...variables, ...(second === undefined ? [[first, item] as const] : [[first, key] as const, [second, item] as const])]);
}
