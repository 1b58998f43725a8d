import { dataOf } from "../../kernel/page.ts";
import { write } from "../operation.ts";
import { batchAnswer, findBatchProducts, readOverrides } from "./batch-items.ts";
import { changesOf, writeOverrides } from "./change-rows.ts";
import { BATCH_BYTES_MAX, BatchUpdateShape, OverridesBatch } from "./override-shapes.ts";

export const setOverridesBatch = write({
  name: "products.update_batch",
  title: "Update a batch of products",
  summary: "Overrides values of up to 100 products at once.",
  description:
    "Each item is saved or rejected on its own. All saved items are one change. `errors` says what is wrong with each of the others.",
  scope: "write_products",
  http: { method: "PATCH", path: "/products/batch", status: 200 },
  body: OverridesBatch,
  upload: { bytesMax: BATCH_BYTES_MAX, forms: {} },
  output: dataOf(BatchUpdateShape),
  errors: ["validation_failed"],
  itemMembers: ["products"],
  audit: "products.updated",
  mcp: {
    tool: "set_overrides",
    use: "Use it to correct single products in every feed: title, brand, GTIN, category, labels or `excluded`. To change products by a pattern, use `apply_rule`. For one feed only, use `set_cells`. `restore_overrides` takes them back.",
  },
  undone: "kept",
  prepare: async (call, { body }) => readOverrides(await findBatchProducts(call, body.products)),
  async run(call, { prepared: batch }) {
    if (batch.found !== undefined && batch.items.length > 0)
      await writeOverrides(
        call,
        batch.found,
        batch.items.flatMap(({ rowId, input }) => changesOf(rowId, input)),
      );
    const { ids, errors } = batchAnswer(batch);
    return { data: { updated: ids, errors } };
  },
});
