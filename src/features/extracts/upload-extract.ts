import { z } from "zod";
import { PlainError } from "../../kernel/errors.ts";
import type { ArrivedFile, Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { members } from "../../kernel/unsafe.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { GivenExport, GivenFile, Introduction, Storefront } from "../../storefronts/storefront-port.ts";
import { command, type ShopCall } from "../operation.ts";
import { lockShop } from "./extract-queries.ts";
import { ExportFileName } from "./export-file-name.ts";
import { extractAnswer, ExtractShape, WAITING_EXTRACT_EXAMPLE } from "./extract-shapes.ts";
import { extractRefusal, startExtract } from "./request-extract.ts";
import { findStorefrontConfig } from "./brought-config.ts";

/** Of both exports as JSON. A file has the bound of the configuration. */
const JSON_BYTES_MAX = 10 * 1024 ** 2;
const LOOK_DEADLINE_MS = 60_000;

const UploadBody = z.strictObject({
  csv: z
    .optional(z.string().min(1))
    .meta({ description: "Product export, as a string.", examples: ["Handle,Title,Variant Price\nwool-scarf,Wool scarf,12.90\n"] }),
  translations: z.optional(z.string().min(1)).meta({
    description: "Shopify's translation export, as a string.",
    examples: [
      "Type,Identification,Field,Locale,Market,Status,Default content,Translated content\nPRODUCT,'1,title,de,,,Wool scarf,Wollschal\n",
    ],
  }),
});
type UploadBody = z.output<typeof UploadBody>;

const ERRORS = ["export_in_progress", "missing_param", "invalid_param", "storage_quota_exceeded"] as const;
type Refusing = Refuse<(typeof ERRORS)[number]>;

/** What became of the files; a refusal is for the person who sent them. */
type Kept = { readonly introduction: Introduction } | { readonly refusal: PlainError; readonly param: string };

export const uploadExtract = command({
  name: "extracts.upload",
  title: "Upload a product export",
  summary: "Replaces the product export of a CSV shop and starts an extract of it.",
  description:
    "Send the file as `text/csv`, with `Content-Encoding: gzip` if it's compressed, up to `UPLOAD_MAX_BYTES` of the configuration. Small exports can be sent as JSON, up to 10 MiB, the translations in the same request. The service checks the header, encoding and rows before it answers. The shop keeps its present export until the extract completes, and if it fails. A shop can send one file at a time.",
  scope: "write_exports",
  http: { method: "POST", path: "/extracts/upload", status: 202 },
  query: z.strictObject({
    contents: z.enum(["products", "translations"]).default("products").meta({
      description: "What a `text/csv` body contains: the product export, or Shopify's translation export for feeds in other languages.",
    }),
    file_name: z.optional(ExportFileName),
  }),
  body: UploadBody,
  upload: {
    bytesMax: JSON_BYTES_MAX,
    forms: {},
    file: {
      mediaType: "text/csv",
      description: "Product export or translation export, in UTF-8, UTF-16 or Windows-1252.",
      example: "Handle,Title,Variant SKU,Variant Price\nwool-scarf,Wool scarf,hh-1,12.90\n",
    },
  },
  output: dataOf(ExtractShape),
  example: { answer: { data: WAITING_EXTRACT_EXAMPLE } },
  errors: ERRORS,
  audit: "extract.uploaded",
  secrets: ["csv", "translations"],
  mcp: { hidden: "A product export is too long for a tool call. People upload it in the console, and programs over REST." },
  async prepare(call, { query, body, file }): Promise<Kept | undefined> {
    const { storefront } = await findStorefrontConfig(call.shop);
    const given = givenExport(call.shop, { body, file, contents: query.contents, name: query.file_name });
    return storefront === "csv" && given !== undefined ? keptExport(call, given) : undefined;
  },
  undo: async (_call, kept) => (kept !== undefined && "introduction" in kept ? kept.introduction.undo() : undefined),
  async run(call, { body, file, prepared: kept }) {
    await lockShop(call.shop);
    const { storefront, config } = await findStorefrontConfig(call.shop);
    const introduction = requireIntroduction(call, { storefront, isEmpty: isEmpty(body, file) }, kept);
    const refusal = await extractRefusal(call.shop);
    if (refusal !== undefined) return call.fail("export_in_progress", refusal);
    return { data: extractAnswer(await startExtract(call.shop, call.queue, { ...members(config), ...introduction.config })) };
  },
});

interface Sent {
  readonly body: UploadBody;
  readonly file: ArrivedFile | undefined;
  readonly contents: "products" | "translations";
  readonly name: string | undefined;
}

const isEmpty = ({ csv, translations }: UploadBody, file: ArrivedFile | undefined): boolean => (csv ?? translations ?? file) === undefined;

/** Undefined where nothing was sent. */
function givenExport(shop: ShopDb, { body, file, contents, name }: Sent): GivenExport | undefined {
  if (isEmpty(body, file)) return undefined;
  const folder = `shops/${shop.shopId}/exports/`;
  const ofText = (text: string | undefined): GivenFile | null => (text === undefined ? null : { text, name });
  if (file === undefined) return { kind: "csv", products: ofText(body.csv), translations: ofText(body.translations), folder };
  const named = { path: file.path, name };
  return {
    kind: "csv",
    products: contents === "products" ? named : null,
    translations: contents === "translations" ? named : null,
    folder,
  };
}

async function keptExport({ storefronts }: ShopCall, given: GivenExport): Promise<Kept> {
  if (storefronts.csv === undefined) throw new Error("this installation has no storefront for exports");
  try {
    return { introduction: await storefronts.csv.introduce(given, AbortSignal.timeout(LOOK_DEADLINE_MS)) };
  } catch (error) {
    const isTold = error instanceof PlainError && (error.code.startsWith("csv_") || error.code === "storage_quota_exceeded");
    if (isTold) return { refusal: error, param: paramOf(given) };
    throw error;
  }
}

/** The body's field, where one alone was sent. */
function paramOf({ products, translations }: GivenExport): string {
  if (products !== null && translations !== null) return "";
  const file = products ?? translations;
  if (file === null || "path" in file) return "";
  return products === null ? "/translations" : "/csv";
}

interface Facts {
  readonly storefront: Storefront["kind"];
  readonly isEmpty: boolean;
}

function requireIntroduction(call: Refusing, { storefront, isEmpty: isNothing }: Facts, kept: Kept | undefined): Introduction {
  if (storefront !== "csv")
    return refuse(call, "invalid_param", "", "The shop's catalog comes from Shopify, not from an export. Create an extract instead.");
  if (isNothing || kept === undefined)
    return refuse(call, "missing_param", "/csv", "Send the product export as `csv`, or as a `text/csv` body.");
  if ("introduction" in kept) return kept.introduction;
  const { refusal, param } = kept;
  return refuse(call, refusal.code === "storage_quota_exceeded" ? refusal.code : "invalid_param", param, refusal.message);
}

function refuse(call: Refusing, code: (typeof ERRORS)[number], param: string, message: string): never {
  return call.fail(code, message, code === "storage_quota_exceeded" ? [] : [{ param, code, message }]);
}
