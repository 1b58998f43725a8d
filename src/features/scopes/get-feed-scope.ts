import { REST_OF_REASONS } from "../../engine/run/run-counts.ts";
import { formatId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { type Cause, causeOf, causeOfRules } from "../causes/index.ts";
import { FeedPath, findAllowance, findFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { scopeStatus } from "./scope.ts";
import { findScope } from "./scope-queries.ts";
import { FeedScopeShape } from "./scope-shapes.ts";

export const getFeedScope = read({
  name: "feeds.scope",
  title: "Get a feed's scope",
  summary: "Counts the rows that the feed includes and excludes, by reason.",
  description:
    "The counts come from the last computed scope. Until the first one, the status is `computing` and there are no counts. Any change to the feed, its rules, the tables they look up, the snapshot or the plan's row limit sets the status to `refreshing`. You get the previous counts until new ones have been computed in the background, without a run. Then the status is `fresh` again. Every excluded row has exactly one reason, so the reasons add up to `excluded_count`.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{id}/scope", status: 200 },
  path: FeedPath,
  output: dataOf(FeedScopeShape),
  errors: ["resource_not_found"],
  mcp: {
    tool: "feed_scope",
    use: "Use it to learn how many rows are in the feed now and why the others aren't. `feed_products` shows them.",
  },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run({ shop }, { path, target: feed }) {
    const [scope, snapshot] = [await findScope(shop, path.id), await findLiveSnapshot(shop)];
    const present = { version: feed.definition_version, extractId: snapshot?.extractId ?? null, allowance: await findAllowance(shop) };
    return {
      data: {
        feed_id: formatId("feed", path.id),
        status: scopeStatus(scope, present),
        included_count: scope?.included_count ?? null,
        excluded_count: scope?.excluded_count ?? null,
        total_count: scope?.total_count ?? null,
        reasons: scope === undefined ? [] : reasonsAnswer(scope),
        computed_at: scope?.computed_at.toISOString() ?? null,
      },
    };
  },
});

/** What the rest is called; a rule may call its reason the same, so the entry says of itself what it is. */
const REST = "Other reasons";

interface Counted {
  readonly reasons: Readonly<Record<string, number>>;
  readonly reason_rules: Readonly<Record<string, number | null>> | null;
}

function reasonsAnswer({ reasons, reason_rules: rules }: Counted): FeedScopeShape["reasons"] {
  const { [REST_OF_REASONS]: rest, ...named } = reasons;
  const told = Object.entries(named)
    .map(([reason, count]) => ({ reason, count, cause: reasonCause(reason, rules) }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
  return rest === undefined ? told : [...told, { reason: REST, count: rest, cause: null, rest: true }];
}

/** A reason that a rule gives as well as the feed is told by the stage of the rules. */
function reasonCause(reason: string, rules: Counted["reason_rules"]): Cause {
  if (rules !== null && Object.hasOwn(rules, reason)) return causeOfRules(rules[reason] ?? null);
  return causeOf(reason);
}
