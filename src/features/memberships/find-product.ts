import { productsHolding, rowOfId, rowsOfSku } from "../../engine/run/product-search.ts";
import type { ColumnsFile } from "../../engine/run/product-list.ts";
import { formatId, parseId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import type { Sql } from "../../kernel/sql.ts";
import type { ShopCall } from "../operation.ts";
import { type Snapshot, SOURCE_FILE } from "../snapshots/index.ts";
import type { FoundShape } from "./membership-shapes.ts";

/** Beside the best one. */
const OTHERS_MAX = 10;

/** What names a product; exactly one of them. */
export interface Named {
  readonly product_id?: string | undefined;
  readonly sku?: string | undefined;
  readonly search?: string | undefined;
}

interface FoundRow {
  readonly rowId: number;
  readonly productId: number;
  readonly answer: FoundShape;
}

/** The best match, the others, and how many there are. */
interface Matches {
  readonly best: FoundRow;
  readonly others: readonly FoundRow[];
  readonly total: number;
}

const ONE = "Give exactly one of `product_id`, `sku` and `search`.";

type Call = ShopCall & Refuse<"invalid_request" | "resource_not_found">;

export async function findMatches(call: Call, named: Named, { prefix, facts }: Snapshot): Promise<Matches> {
  await using source = await call.objects.local(`${prefix}${SOURCE_FILE}`);
  const statement = matching(call, named, { file: source.path, columns: facts.columns });
  const found = await call.warehouse.of(call.shop.shopId).query(statement);
  const rows = found.map((row): FoundRow => {
    const rowId = Number(row["row_id"]);
    const sku = String(row["sku"] ?? "");
    const answer = { id: formatId("prod", storedId("prod", rowId)), title: String(row["title"] ?? ""), sku: sku === "" ? null : sku };
    return { rowId, productId: Number(row["product_id"]), answer };
  });
  const [best, ...others] = rows;
  return { best: best ?? call.fail("resource_not_found", NO_PRODUCT), others, total: Number(found[0]?.["total"] ?? 0) };
}

const NO_PRODUCT = "The shop's catalog has no such product. Check what you searched for, or run a full extract if the product is new.";

/** Refuses what names none or several ways at once. */
export function requireOne(call: Refuse<"invalid_request">, named: Named): void {
  const given = [named.product_id, named.sku, named.search].filter((text) => text !== undefined);
  const [text = ""] = given;
  if (given.length !== 1) call.fail("invalid_request", ONE, [{ param: "/product_id", code: "invalid_param", message: ONE }]);
  const blank = "must not be blank";
  const param = named.sku === undefined ? "/search" : "/sku";
  if (named.product_id === undefined && text.trim() === "")
    call.fail("invalid_request", `\`${param.slice(1)}\` ${blank}.`, [{ param, code: "invalid_param", message: blank }]);
}

function matching(call: Call, { product_id: id, sku, search = "" }: Named, source: ColumnsFile): Sql {
  if (id !== undefined) return rowOfId(source, parseId("prod", id) ?? call.fail("resource_not_found", NO_PRODUCT));
  if (sku !== undefined) return rowsOfSku(source, sku, 1 + OTHERS_MAX);
  return productsHolding(source, search, 1 + OTHERS_MAX);
}
