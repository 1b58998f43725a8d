import { z } from "zod";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { write } from "../operation.ts";
import { USERS_SHOWN_MAX } from "./lookup-limits.ts";
import { claimLookupTable, deleteLookupTable, listChannelsUsing, listMappingsUsing, listRulesUsing } from "./lookup-queries.ts";
import { LookupPath, lookupTableAnswer } from "./lookup-shapes.ts";

export const removeLookupTable = write({
  name: "lookups.remove",
  title: "Delete a lookup table",
  summary: "Deletes a lookup table that no rule, mapping or channel uses.",
  description: "If something uses it, the answer is 422 `lookup_table_in_use`, which lists the uses.",
  scope: "write_rules",
  http: { method: "DELETE", path: "/lookup_tables/{name}", status: 204 },
  path: LookupPath,
  output: z.undefined(),
  errors: ["resource_not_found", "lookup_table_in_use"],
  audit: "lookup_table.removed",
  mcp: { tool: "delete_lookup_table", use: "Use it only for a table in `list_lookup_tables` that nothing reads." },
  undone: { impossible: "The rows of a deleted lookup table aren't stored. Send them again (`put_lookup_table`)." },
  target: async (call, { name }) => (await claimLookupTable(call.shop, name)) ?? call.fail("resource_not_found"),
  before: lookupTableAnswer,
  async run(call, { target: table }) {
    const { queue, shop } = call;
    const users = await usersOf(shop, table.name);
    if (users.length > 0)
      call.fail("lookup_table_in_use", `${users.map(({ message }) => message).join(" ")} Change what uses it, then try again.`, users);
    await deleteLookupTable(shop, table.id);
    for (const prefix of [table.object_prefix, table.previous_prefix])
      if (prefix !== null) await queue.enqueue(shop.db, "objects.remove", { prefix });
    return undefined;
  },
});

async function usersOf(shop: ShopDb, name: string): Promise<readonly ErrorDetail[]> {
  const [rules, mappings] = [await listRulesUsing(shop, name), await listMappingsUsing(shop, name)];
  const channels = await listChannelsUsing(shop, name);
  const user = (message: string): ErrorDetail => ({ param: "/name", code: "in_use", message });
  const feed = (id: number): string => formatId("feed", storedId("feed", id));
  return [
    ...rules.map((rule) => user(`Rule ${formatId("rule", storedId("rule", rule.id))} of ${feed(rule.feed_id)} uses the table.`)),
    ...mappings.map(({ id }) => user(`The column mappings of ${feed(id)} use the table.`)),
    ...channels.map(({ feed_id: id, channel }) => user(`The channel ${channel} of ${feed(id)} uses the table.`)),
  ].slice(0, USERS_SHOWN_MAX);
}
