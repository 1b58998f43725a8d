import { dataOf } from "../../kernel/page.ts";
import { write } from "../operation.ts";
import { batchAnswer, findBatchIds } from "./batch-items.ts";
import { restoreRows } from "./change-rows.ts";
import { BatchRestoreShape, RestoreBatch } from "./override-shapes.ts";

export const restoreProducts = write({
  name: "products.restore_batch",
  title: "Restore a batch of products",
  summary: "Clears all overrides of up to 100 products, and their cells in every feed.",
  description: "Each product is restored or rejected on its own. All restored products are one change.",
  scope: "write_products",
  http: { method: "POST", path: "/products/batch/restore", status: 200 },
  body: RestoreBatch,
  output: dataOf(BatchRestoreShape),
  errors: ["validation_failed"],
  itemMembers: ["ids"],
  audit: "products.restored",
  mcp: { tool: "restore_overrides", use: "Use it to go back to the shop's own values. Clears cells in every feed as well." },
  undone: "kept",
  prepare: (call, { body }) => findBatchIds(call, body.ids),
  async run(call, { prepared: batch }) {
    if (batch.found !== undefined && batch.items.length > 0)
      await restoreRows(
        call,
        batch.found,
        batch.items.map(({ rowId }) => rowId),
      );
    const { ids, errors } = batchAnswer(batch);
    return { data: { restored: ids, errors } };
  },
});
