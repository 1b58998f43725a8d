import type { AnyOperation } from "../../features/operation.ts";
import { DEFAULT_TOOLS, toolsetOf } from "./toolsets.ts";
import { type Arguments, type FlatArguments, flatArguments } from "./flat-arguments.ts";
import { inputSchemaOf, outputSchemaOf, type ToolSchema } from "./tool-schemas.ts";

/** An operation as agents see it; most tools are one operation, some choose between two by an argument. */
export interface Tool {
  readonly name: string;
  readonly toolset: string;
  readonly forms: readonly ToolForm[];
  readonly definition: ToolDefinition;
}

/** As `tools/list` answers it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly outputSchema: ToolSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

export interface ToolForm {
  readonly operation: AnyOperation;
  readonly flat: FlatArguments;
  /** Whether a call means this operation. */
  readonly fits: (given: Arguments) => boolean;
  /** Arguments that only choose the operation. */
  readonly chooses: readonly string[];
}

/** A tool over two operations: by its name, those it may also mean. */
interface OtherForm {
  /** Of the operation. */
  readonly name: string;
  readonly fits: (given: Arguments) => boolean;
  readonly renamed?: Readonly<Record<string, string>>;
  readonly chooses?: Readonly<Record<string, ToolSchema>>;
}

const OTHER_FORMS: Readonly<Record<string, OtherForm>> = {
  run_feed: {
    name: "runs.latest",
    fits: ({ mode }) => mode === "status",
    chooses: {
      mode: {
        type: "string",
        enum: ["regenerate", "status"],
        default: "regenerate",
        description: "`status` only reads the latest run and needs no preview.",
      },
    },
  },
  apply_rule: { name: "rules.update", fits: ({ rule_id: id }) => id !== undefined && id !== null, renamed: { id: "rule_id" } },
};

/** Every tool there is, sorted by name. */
export function toolsOf(operations: readonly AnyOperation[]): readonly Tool[] {
  const tools = operations.flatMap((operation) => ("tool" in operation.mcp ? [toolOf(operation, operation.mcp.tool, operations)] : []));
  const twice = tools.find(({ name }, at) => tools.findIndex((other) => other.name === name) !== at);
  if (twice !== undefined) throw new Error(`two operations are the tool ${twice.name}`);
  return tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function toolOf(operation: AnyOperation, name: string, operations: readonly AnyOperation[]): Tool {
  const main: ToolForm = { operation, flat: flatArguments(operation), fits: () => true, chooses: [] };
  const other = OTHER_FORMS[name];
  const forms = other === undefined ? [main] : withOther(main, other, operations);
  return { name, toolset: toolsetOf(operation.name), forms, definition: definitionOf(name, forms, other?.chooses ?? {}) };
}

/** The other operation is tried first, because only its condition says anything. */
function withOther(
  main: ToolForm,
  { name, fits, renamed = {}, chooses = {} }: OtherForm,
  operations: readonly AnyOperation[],
): readonly ToolForm[] {
  const operation = operations.find((known) => known.name === name);
  if (operation === undefined) return [main];
  const chosenBy = Object.keys(chooses);
  return [
    { operation, flat: flatArguments(operation, renamed), fits, chooses: chosenBy },
    { ...main, chooses: chosenBy },
  ];
}

function definitionOf(name: string, forms: readonly ToolForm[], chooses: Readonly<Record<string, ToolSchema>>): ToolDefinition {
  const main = forms.at(-1);
  if (main === undefined) throw new Error(`${name} has no operation`);
  const { operation } = main;
  const isRead = forms.every((form) => form.operation.effect === "read");
  return {
    name,
    title: operation.title,
    description: descriptionOf(operation, isRead),
    inputSchema: inputSchemaOf(forms, chooses, isRead),
    outputSchema: outputSchemaOf(forms),
    annotations: {
      readOnlyHint: isRead,
      ...(isRead ? {} : { destructiveHint: operation.http.method === "DELETE" || operation.http.method === "PUT", idempotentHint: false }),
      openWorldHint: false,
    },
  };
}

function descriptionOf({ summary, mcp }: AnyOperation, isRead: boolean): string {
  const use = "tool" in mcp ? (mcp.use ?? "") : "";
  return [summary, use, ...(isRead ? [] : ["Changes something: see `preview`."])].filter((text) => text !== "").join(" ");
}

/** Whether a tool is offered: in the default set, or in one that was asked for. */
export function isOffered({ name, toolset }: Tool, asked: ReadonlySet<string>): boolean {
  return DEFAULT_TOOLS.has(name) || asked.has(toolset);
}
