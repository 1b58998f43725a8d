import { RequestError } from "../../kernel/errors.ts";

/** The tools an agent is offered unless it asks for more: few enough for its context. The other tools come in sets. */
export const DEFAULT_TOOLS: ReadonlySet<string> = new Set([
  ...["list_feeds", "feed_health", "feed_findings", "feed_products", "products", "product", "debug_row", "channel_status"],
  ...["preview_rule", "apply_rule", "set_overrides", "restore_overrides", "set_cells", "update_mappings", "set_margin_tiers"],
  ...["configure_metafields", "bulk_feed_action", "run_feed", "sync_channel", "run_history", "undo", "rule_language"],
]);

/** By the first word of an operation's name. Every other operation is in the set `shop`. */
const SET_OF = {
  feeds: ["feeds", "selection"],
  rules: ["rules", "tests", "lookups"],
  runs: ["runs", "extracts"],
  products: ["products", "cells", "source"],
  channels: ["channels", "feed_channels", "findings", "finding_mutes"],
  webhooks: ["webhooks"],
  config: ["config", "settings", "columns", "metafields"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const TOOLSETS = [...Object.keys(SET_OF), "shop"];

/** The set an operation's tool is in, by the operation's name. */
export function toolsetOf(operationName: string): string {
  const [noun = ""] = operationName.split(".", 1);
  return Object.entries(SET_OF).find(([, nouns]) => nouns.some((known) => known === noun))?.[0] ?? "shop";
}

/** The sets asked for in the address, `feeds,rules` or `all`. Throws `invalid_request` for one there isn't. */
export function askedToolsets(text: string | undefined): ReadonlySet<string> {
  const asked = (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const unknown = asked.find((name) => name !== "all" && !TOOLSETS.includes(name));
  if (unknown !== undefined) {
    throw new RequestError("invalid_request", {
      message: `There is no toolset ${JSON.stringify(unknown)}. The toolsets are ${TOOLSETS.join(", ")} and all.`,
      param: "/toolsets",
    });
  }
  return new Set(asked.includes("all") ? TOOLSETS : asked);
}
