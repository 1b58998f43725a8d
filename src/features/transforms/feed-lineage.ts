import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import { askLineage, type Lineage } from "../../engine/run/lineage-query.ts";
import type { OpenTransform } from "./open-transform.ts";
import { planned } from "./plan-feed.ts";
import type { Services } from "../operation.ts";
import { findUnmatched, type UnmatchedKeys } from "./unmatched-keys.ts";

/** What each rule of the definition does to the rows at hand, and the keys it looks up in vain. A session is asked this once. */
export async function feedLineage(
  services: Pick<Services, "planner">,
  open: OpenTransform,
  definition: FeedDefinition,
): Promise<{ readonly lineage: Lineage; readonly unmatched: readonly UnmatchedKeys[] }> {
  const { session, planOf, input, options } = open;
  const file = (called: string): string => options.file(`lineage-${called}`);
  const rules = definition.rules.map(({ id, matched }) => ({ id, matched }));
  const query = await planned(services, "lineage", { plan: planOf(definition), rules, input, options: { ...options, file } });
  await session.run(...query.statements);
  const lineage = await askLineage(query, definition.rules, (statement) => session.all(statement));
  return { lineage, unmatched: await findUnmatched(session, query.asides) };
}
