import { z } from "zod";
import type { Scope } from "../../kernel/scopes.ts";
import { branded } from "../../kernel/unsafe.ts";
import { WrittenConfig } from "../config/index.ts";
import { WrittenRule } from "../rules/index.ts";

const RULE_TEXT_MAX = 50_000;
const ruleText = z
  .string()
  .min(1)
  .max(RULE_TEXT_MAX)
  .meta({
    description: "The rule as `text` in `GET /feeds/{feed_id}/rules` shows it.",
    examples: ['Exclude because "Sample" when [D]title contains "sample"'],
  });

/** What is done in each shop. Every action is an operation of the API that workers perform with the key that started the change. */
export const FleetAction = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("add_rule"), rule: WrittenRule }),
    z.strictObject({ type: z.literal("activate_rule"), text: ruleText }),
    z.strictObject({ type: z.literal("deactivate_rule"), text: ruleText }),
    z.strictObject({ type: z.literal("apply_config"), document: WrittenConfig }),
    z.strictObject({
      type: z.literal("apply_template"),
      template_id: z
        .int()
        .positive()
        .meta({ description: "The template, with the values of each shop.", examples: [3] }),
      version: z
        .int()
        .positive()
        .optional()
        .meta({ description: "Defaults to the newest version, which the change then keeps to.", examples: [2] }),
    }),
    z.strictObject({ type: z.literal("run") }),
    z.strictObject({ type: z.literal("extract") }),
    z.strictObject({ type: z.literal("publish_held") }),
    z.strictObject({ type: z.literal("discard_held") }),
  ])
  .meta({
    id: "FleetAction",
    description:
      "`add_rule` adds a rule after each feed's other rules. `activate_rule` and `deactivate_rule` switch the rules with that text. `apply_config` replaces the sections that the document has, and `apply_template` those of a template with each shop's values. `publish_held` and `discard_held` decide on each feed's newest held run.",
    examples: [{ type: "add_rule", rule: { text: 'Exclude because "Sample" when [D]title contains "sample"' } }],
  });
export type FleetAction = z.output<typeof FleetAction>;

/** A request of the API, as a worker sends it for one shop. */
export interface ShopRequest {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** What must be looked up in the shop before its request can be made. */
export interface ShopFacts {
  readonly feed: string | null;
  /** The rules of the feed; only where the action switches one. */
  readonly rules: readonly { readonly id: string; readonly text: string; readonly active: boolean }[];
  /** The newest held run that would replace the live one. */
  readonly heldRun: { readonly id: string; readonly includedCount: number | null } | null;
  /** The document of this shop, where each has its own. */
  readonly document: object | null;
}

/** The shop has nothing of what the action is about. */
export interface NothingToDo {
  readonly nothing: string;
}

/** An action in one place: what it needs, what it asks of each shop, and what it shows before. */
interface ActionDefinition<A extends FleetAction> {
  readonly scope: Scope;
  /** Whether `undo` can take it back. */
  readonly undoable: boolean;
  readonly ofShop?: true;
  readonly title: (action: A) => string;
  readonly request: (action: A, facts: ShopFacts) => ShopRequest | NothingToDo;
  /** Undefined: there is nothing to compute beforehand. */
  readonly preview?: (action: A, facts: ShopFacts) => ShopRequest | NothingToDo;
}
type Of<T extends FleetAction["type"]> = Extract<FleetAction, { readonly type: T }>;

const feedOf = ({ feed }: ShopFacts): string => feed ?? "";

function switching(active: boolean): ActionDefinition<Of<"activate_rule"> | Of<"deactivate_rule">> {
  const word = active ? "activate" : "deactivate";
  const found = ({ text }: { readonly text: string }, facts: ShopFacts): { readonly id: string } | NothingToDo => {
    const same = facts.rules.filter((rule) => rule.text === text);
    const first = same.find((rule) => rule.active !== active);
    if (first !== undefined) return first;
    return { nothing: same.length === 0 ? "The feed has no such rule." : `The rule is ${active ? "active" : "inactive"} already.` };
  };
  return {
    scope: "write_rules",
    undoable: true,
    title: ({ text }) => `${active ? "Activate" : "Deactivate"} the rule: ${text}`,
    request(action, facts) {
      const rule = found(action, facts);
      return "nothing" in rule ? rule : { operation: `rules.${word}`, path: { feed_id: feedOf(facts), id: rule.id } };
    },
    preview(action, facts) {
      const rule = found(action, facts);
      if ("nothing" in rule) return rule;
      return { operation: "rules.preview", path: { feed_id: feedOf(facts) }, body: { rule_id: rule.id, rule: { active } } };
    },
  };
}

function deciding(verb: "publish" | "discard"): ActionDefinition<Of<"publish_held"> | Of<"discard_held">> {
  return {
    scope: "write_exports",
    undoable: true,
    title: () => `${verb === "publish" ? "Publish" : "Discard"} the held runs`,
    request: (_, facts) =>
      facts.heldRun === null
        ? { nothing: "The feed has no held run." }
        : { operation: `runs.${verb}`, path: { id: feedOf(facts), run_id: facts.heldRun.id } },
  };
}

function documentRequest(document: object, facts: ShopFacts, query: Readonly<Record<string, string>>): ShopRequest {
  return { operation: "config.put", path: { id: feedOf(facts) }, query, body: document };
}

const ACTIONS: { readonly [T in FleetAction["type"]]: ActionDefinition<Of<T>> } = {
  add_rule: {
    scope: "write_rules",
    undoable: true,
    title: ({ rule }) => `Add the rule: ${ruleTitle(rule)}`,
    request: ({ rule }, facts) => ({ operation: "rules.create", path: { feed_id: feedOf(facts) }, body: { rule } }),
    preview: ({ rule }, facts) => ({ operation: "rules.preview", path: { feed_id: feedOf(facts) }, body: { rule } }),
  },
  activate_rule: switching(true),
  deactivate_rule: switching(false),
  apply_config: {
    scope: "write_rules",
    undoable: true,
    title: ({ document }) => `Apply a configuration: ${Object.keys(document).join(", ")}`,
    request: ({ document }, facts) => documentRequest(document, facts, {}),
    preview: ({ document }, facts) => documentRequest(document, facts, { dry_run: "true" }),
  },
  apply_template: {
    scope: "write_rules",
    undoable: true,
    title: ({ template_id: id, version }) => `Apply version ${version ?? 1} of template ${id}`,
    request: (_, facts) => documentRequest(facts.document ?? {}, facts, {}),
    preview: (_, facts) => documentRequest(facts.document ?? {}, facts, { dry_run: "true" }),
  },
  run: {
    scope: "write_exports",
    undoable: false,
    title: () => "Run the feeds",
    request: (_, facts) => ({ operation: "feeds.regenerate", path: { id: feedOf(facts) } }),
  },
  extract: {
    scope: "write_exports",
    undoable: false,
    ofShop: true,
    title: () => "Extract the shops",
    request: () => ({ operation: "extracts.create", path: {}, body: { type: "full" } }),
  },
  publish_held: deciding("publish"),
  discard_held: deciding("discard"),
};

function ruleTitle(rule: Readonly<Record<string, unknown>>): string {
  const { text, type, target } = rule;
  if (typeof text === "string") return text;
  return [type, target].filter((part) => typeof part === "string").join(" ") || "a rule";
}

/** The definition for an action: of its own type, so that its functions take it. */
function definitionOf({ type }: FleetAction): ActionDefinition<FleetAction> {
  return branded<ActionDefinition<FleetAction>>(ACTIONS[type]);
}

export const scopeOf = (action: FleetAction): Scope => definitionOf(action).scope;
export const isUndoable = (action: FleetAction): boolean => definitionOf(action).undoable;
/** Whether it's about a shop as a whole, and not about one of its feeds. */
export const isOfShop = (action: FleetAction): boolean => definitionOf(action).ofShop === true;
export const requestOf = (action: FleetAction, facts: ShopFacts): ShopRequest | NothingToDo => definitionOf(action).request(action, facts);
export const previewRequestOf = (action: FleetAction, facts: ShopFacts): ShopRequest | NothingToDo | undefined =>
  definitionOf(action).preview?.(action, facts);

const TITLE_CHARACTERS_MAX = 200;

/** The action as a sentence without its end. */
export function titleOf(action: FleetAction): string {
  const characters = [...definitionOf(action).title(action)];
  return characters.length > TITLE_CHARACTERS_MAX ? `${characters.slice(0, TITLE_CHARACTERS_MAX).join("")}…` : characters.join("");
}
