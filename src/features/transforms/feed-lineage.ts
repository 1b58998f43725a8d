import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import { askLineage, type Lineage, lineageQuery } from "../../engine/run/lineage-query.ts";
import type { OpenTransform } from "./open-transform.ts";
import { findUnmatched, type UnmatchedKeys } from "./unmatched-keys.ts";

/** What each rule of the definition does to the rows at hand, and the keys it looks up in vain. A session is asked this once. */
export async function feedLineage(
  open: OpenTransform,
  definition: FeedDefinition,
): Promise<{ readonly lineage: Lineage; readonly unmatched: readonly UnmatchedKeys[] }> {
  const { session, planOf, input, options } = open;
  const file = (called: string): string => options.file(`lineage-${called}`);
  const query = lineageQuery({ plan: planOf(definition), rules: definition.rules, input, options: { ...options, file } });
  await session.run(...query.statements);
  const lineage = await askLineage(query, definition.rules, (statement) => session.all(statement));
  return { lineage, unmatched: await findUnmatched(session, query.asides) };
}
