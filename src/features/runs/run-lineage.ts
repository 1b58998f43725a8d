import { z } from "zod";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import type { Lineage } from "../../engine/run/lineage-query.ts";

/** What each rule did in a run, as the run's row keeps it: the rules may be others by the time somebody asks. */
export const RunLineage = z.strictObject({
  total: z.int(),
  included: z.int(),
  rules: z.array(
    z.strictObject({
      rule: z.int(),
      type: z.string(),
      description: z.string(),
      matched: z.int(),
      excluded: z.int(),
      admitted: z.int(),
      standing: z.strictObject({ before: z.int(), after: z.int() }).nullable().default(null),
      columns: z.array(
        z.strictObject({
          column: z.string(),
          changed: z.int(),
          inFile: z.int(),
          kept: z.int(),
          overwritten: z.array(z.strictObject({ by: z.int(), rows: z.int() })),
        }),
      ),
      blanks: z.array(z.strictObject({ column: z.string(), rows: z.int() })),
    }),
  ),
});
export type RunLineage = z.output<typeof RunLineage>;

export function storedLineage({ rules, ...counts }: Lineage, definition: Pick<FeedDefinition, "rules">): RunLineage {
  const read = new Map(definition.rules.map((rule) => [rule.id, rule]));
  return RunLineage.parse({
    ...counts,
    rules: rules.map((lineage) => ({
      ...lineage,
      type: read.get(lineage.rule)?.type ?? "",
      description: read.get(lineage.rule)?.description ?? "",
    })),
  });
}
