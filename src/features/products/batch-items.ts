import { schemaFaults } from "../../engine/rules/schema-faults.ts";
import { formatId, parseId, type RowId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import type { ShopCall } from "../operation.ts";
import { findRows, type FoundRows } from "./found-rows.ts";
import { type BatchItemError, ProductOverrideInput } from "./override-shapes.ts";

/** An item of a batch with the product it names. */
export interface BatchItem {
  readonly index: number;
  readonly rowId: RowId;
  readonly written: unknown;
}

/** What became of a batch: what was done by its ids, and the items that were not taken. */
export interface ReadBatch<T> {
  readonly items: readonly T[];
  readonly errors: readonly BatchItemError[];
  /** The rows of the items; nothing where there is none. */
  readonly found: FoundRows | undefined;
}

/** An item as it was sent, with the id it gives and where that stands. */
interface SentItem {
  readonly index: number;
  readonly written: unknown;
  readonly id: unknown;
  readonly param: string;
}

/** Products of `products: [{id, …}]` that the live snapshot has. */
export function findBatchProducts(call: ShopCall, products: readonly unknown[]): Promise<ReadBatch<BatchItem>> {
  const sent = products.map((written, index) => {
    const isObject = typeof written === "object" && written !== null && !Array.isArray(written);
    return { index, written, id: members(written)["id"], param: `/products/${index}${isObject ? "/id" : ""}`, isObject };
  });
  const wrong = (item: (typeof sent)[number]): BatchItemError | undefined => {
    if (!item.isObject) return itemError(item, "validation_failed", "An item must be an object with an `id` and the fields to override.");
    return item.id === undefined || item.id === null ? itemError(item, "missing_param", "The item has no `id`. Add one.") : wrongId(item);
  };
  return findItems(call, sent, sent.map(wrong));
}

/** Products of `ids: […]` that the live snapshot has. */
export function findBatchIds(call: ShopCall, ids: readonly unknown[]): Promise<ReadBatch<BatchItem>> {
  const sent = ids.map((id, index) => ({ index, written: id, id, param: `/ids/${index}` }));
  return findItems(call, sent, sent.map(wrongId));
}

function wrongId(item: SentItem): BatchItemError | undefined {
  return typeof item.id === "string" ? undefined : itemError(item, "validation_failed", "An id must be a string such as prod_12.");
}

/** `wrong`: what is wrong with each as it was sent. */
async function findItems(
  call: ShopCall,
  sent: readonly SentItem[],
  wrong: readonly (BatchItemError | undefined)[],
): Promise<ReadBatch<BatchItem>> {
  const errors = wrong.filter((fault) => fault !== undefined);
  const named: (BatchItem & SentItem)[] = [];
  const seen = new Set<string>();
  for (const item of sent.filter((_, at) => wrong[at] === undefined)) {
    const rowId = parseId("prod", String(item.id));
    const isRepeated = seen.has(String(rowId ?? item.id));
    seen.add(String(rowId ?? item.id));
    if (isRepeated) errors.push(itemError(item, "duplicate_id", "An earlier item has the same product. Combine the two items."));
    else if (rowId === undefined) errors.push(notFound(item));
    else named.push({ ...item, rowId });
  }
  const found = await findRows(
    call,
    named.map(({ rowId }) => rowId),
  );
  const isKnown = ({ rowId }: BatchItem): boolean => found?.rows.has(rowId) === true;
  const gone = named.filter((item) => !isKnown(item)).map(notFound);
  return { items: named.filter(isKnown), errors: [...errors, ...gone], found };
}

const notFound = (item: SentItem): BatchItemError => itemError(item, "resource_not_found", "The product doesn't exist. Check its id.");

function itemError({ index, id, param }: SentItem, code: BatchItemError["code"], message: string): BatchItemError {
  return { index, id: typeof id === "string" ? id : null, code, message, param };
}

/** An item whose overrides can be written. */
export interface OverridesItem extends BatchItem {
  readonly input: ProductOverrideInput;
}

/** Reads what items say; the first fault of an item is told. */
export function readOverrides({ items, errors, found }: ReadBatch<BatchItem>): ReadBatch<OverridesItem> {
  const faults: BatchItemError[] = [];
  const taken: OverridesItem[] = [];
  for (const item of items) {
    const { id, ...written } = members(item.written);
    const parsed = ProductOverrideInput.safeParse(written, PLAINLY);
    if (parsed.success) taken.push({ ...item, input: parsed.data });
    else {
      const [fault] = schemaFaults(parsed.error);
      const message =
        fault?.code === "unknown_param" ? "Unknown field. Remove it or check its spelling." : (fault?.message ?? "is not valid");
      faults.push({
        index: item.index,
        id: String(id),
        code: "validation_failed",
        message,
        param: `/products/${item.index}${fault?.at ?? ""}`,
      });
    }
  }
  return { items: taken, errors: [...errors, ...faults], found };
}

/** As both batches answer it. */
export function batchAnswer({ items, errors }: ReadBatch<BatchItem>): { readonly ids: string[]; readonly errors: BatchItemError[] } {
  return { ids: items.map(({ rowId }) => formatId("prod", rowId)), errors: errors.toSorted((a, b) => a.index - b.index) };
}
