import { z } from "zod";
import type { ChannelPlatform, PlatformCall, PushBatch, PushRow, RowFault } from "../platform-port.ts";
import { PlatformFault } from "../platform-request.ts";
import { askStore } from "./platform-ask.ts";
import { languageOf, requireCatalog } from "./platform-datafeeds.ts";
import { BATCHES } from "./platform-manners.ts";
import { attributeOf, type Market, productIdOf, productOf } from "./platform-product.ts";

/** "Request and method limits" of the Content API: 300 calls a batch. */
const ROWS_MAX = 300;
/** Microsoft takes 4 MB; the rest is for names of fields. */
const BODY_BYTES_MAX = 4_000_000;
const ROWS_BYTES_MAX = 3_000_000;

const Answer = z.object({
  entries: z.array(
    z.object({
      batchId: z.int(),
      errors: z
        .object({
          code: z.coerce.string().default(""),
          message: z.string().default(""),
          errors: z.array(z.object({ reason: z.string().default(""), message: z.string().default("") })).nullish(),
        })
        .nullish(),
    }),
  ),
});
type EntryErrors = NonNullable<z.output<typeof Answer>["entries"][number]["errors"]>;

/** One call of a batch and the row it's about. */
interface Entry {
  readonly row: PushRow;
  readonly json: Readonly<Record<string, unknown>>;
}

export const microsoftPush: Pick<ChannelPlatform, "pushLimits" | "push" | "pushed"> = Object.freeze({
  pushLimits: { rowsMax: ROWS_MAX, bytesMax: ROWS_BYTES_MAX },
  async push(call, batch) {
    const market = marketOf(batch);
    const catalogId = await requireCatalog(call, market);
    const unpriced = batch.rows.flatMap(priceFault);
    const unsent = new Set(unpriced.map(({ itemId }) => itemId));
    const entries = entriesOf(batch.rows, { merchantId: Number(call.account().id), market }).filter(
      ({ row }) => row.kind === "remove" || !unsent.has(row.itemId),
    );
    const faults = [...unpriced];
    for (const part of partsOf(entries)) faults.push(...(await send(call, catalogId, part)));
    return { kind: "done", faults };
  },
  pushed: { instead: "Microsoft answers each batch at once." },
} satisfies Pick<ChannelPlatform, "pushLimits" | "push" | "pushed">);

function marketOf({ settings }: PushBatch): Market {
  const [country, language] = [settings["target_country"], settings["content_language"]];
  if (typeof country === "string" && typeof language === "string") return { country, language: languageOf(language) };
  const sentence = "Microsoft needs a country and a language. Set target_country and content_language in the channel's settings.";
  throw new PlatformFault("refused", sentence);
}

/** A price that isn't one would be left out, and Microsoft would only say that it's missing. */
function priceFault(row: PushRow): readonly RowFault[] {
  const price = row.kind === "put" ? (row.values["price"] ?? "") : "";
  if (price === "" || productOf({ price }, { language: "", country: "" })["price"] !== undefined) return [];
  const message = `The price ${price.slice(0, 50)} isn't an amount and a currency, so the row wasn't sent.`;
  return [{ itemId: row.itemId, code: "price_invalid_format", attribute: "price", message }];
}

function entriesOf(
  rows: readonly PushRow[],
  { merchantId, market }: { readonly merchantId: number; readonly market: Market },
): readonly Entry[] {
  return rows.map((row, at): Entry => {
    const base = { batchId: at + 1, merchantId };
    const json =
      row.kind === "put"
        ? { ...base, method: "insert", product: { ...productOf(row.values, market), offerId: row.itemId } }
        : { ...base, method: "delete", productId: productIdOf(row.itemId, market) };
    return { row, json };
  });
}

/** Parts that each keep Microsoft's bounds, whatever the rows hold. */
function partsOf(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const parts: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry.json)) + 1;
    const last = parts.at(-1);
    bytes += size;
    if (last !== undefined && last.length < ROWS_MAX && bytes < BODY_BYTES_MAX) last.push(entry);
    else {
      parts.push([entry]);
      bytes = size + ENVELOPE_BYTES;
    }
  }
  return parts;
}

const ENVELOPE_BYTES = 100;

/** An insert replaces the whole product, so a batch may be sent twice. */
async function send(call: PlatformCall, catalogId: string, entries: readonly Entry[]): Promise<readonly RowFault[]> {
  const query = { "bmc-catalog-id": catalogId };
  const batch = { entries: entries.map(({ json }) => json) };
  const request = { method: "POST", path: "products/batch", query, json: batch, rates: [BATCHES], isRepeatable: true } as const;
  const answer = await askStore(call, request, Answer);
  // Answers come in any order.
  const errors = new Map(answer.entries.map((entry) => [entry.batchId, entry.errors ?? null]));
  return entries.flatMap(({ row, json }) => {
    const error = errors.get(Number(json["batchId"]));
    if (error === undefined)
      return [{ itemId: row.itemId, code: "no_answer", attribute: null, message: "Microsoft said nothing about the row." }];
    return error === null || (row.kind === "remove" && error.code === GONE) ? [] : faultsOf(row, error);
  });
}

/** A product to delete that isn't there. */
const GONE = "404";

function faultsOf({ itemId }: PushRow, { code, message, errors }: EntryErrors): readonly RowFault[] {
  const single = errors ?? [];
  if (single.length === 0) return [{ itemId, code: code || "refused", attribute: null, message: message || "Microsoft refused the row." }];
  return single.map((error) => ({
    itemId,
    code: error.reason || code || "refused",
    attribute: attributeOf(error.reason),
    message: error.message || message || error.reason,
  }));
}
