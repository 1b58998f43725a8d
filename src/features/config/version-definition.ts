import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { listRuleStates, type VersionRow } from "./config-queries.ts";
import type { Definition } from "./definition.ts";

/** The definition as a version keeps it; cells aside. */
export async function definitionOfVersion(shop: ShopDb, feedId: FeedId, version: VersionRow): Promise<Definition> {
  const states = await listRuleStates(shop, feedId, version.rules);
  return {
    settings: version.settings,
    mappings: version.mappings,
    extraColumns: version.extra_columns,
    tests: version.tests,
    rules: states.map(({ rule_id: id, active, definition }) => ({ id, active, definition })),
  };
}
