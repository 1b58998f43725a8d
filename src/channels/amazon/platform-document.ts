import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { parseJson } from "../../kernel/unsafe.ts";
import type { PushRow, RowFault } from "../platform-port.ts";
import { PlatformFault } from "../platform-request.ts";

/** What goes into a feed, and the report that comes out of it: listings feed schema v2 and processing report schema v2. */

/** Best practices for feeds: one document of 25,000 messages and 10 MiB. */
export const MESSAGES_MAX = 25_000;
const DOCUMENT_BYTES_MAX = 10 * 1024 * 1024;
/** What a message has besides its values. */
const MESSAGE_FRAME_BYTES = 128;
/** Bytes of values in one batch, which keep the document within Amazon's limit. */
export const VALUES_BYTES_MAX = DOCUMENT_BYTES_MAX - MESSAGES_MAX * MESSAGE_FRAME_BYTES;

/** An unpacked report; one has a few issues a message. */
const REPORT_BYTES_MAX = 128 * 1024 * 1024;

interface DocumentHeader {
  readonly sellerId: string;
  /** Language of the issues' messages, such as `en_US`. */
  readonly issueLocale: string;
}

export function feedDocument(rows: readonly PushRow[], header: DocumentHeader): Buffer {
  const messages = rows.map((row, at) => JSON.stringify(messageOf(row, at + 1)));
  const first = { ...header, version: "2.0", report: { includedData: ["issues"], apiVersion: "2021-08-01" } };
  const document = Buffer.from(`{"header":${JSON.stringify(first)},"messages":[${messages.join(",")}]}`, "utf8");
  if (document.length > DOCUMENT_BYTES_MAX || rows.length > MESSAGES_MAX)
    throw new PlatformFault("refused", "The batch is larger than Amazon takes at once. Report it.");
  return document;
}

function messageOf(row: PushRow, messageId: number): Readonly<Record<string, unknown>> {
  if (row.kind === "remove") return { messageId, sku: row.itemId, operationType: "DELETE" };
  const { sku: _sku, productType = "", ...attributes } = row.values;
  const filled = Object.entries(attributes).filter(([, json]) => json !== "");
  return {
    ...{ messageId, sku: row.itemId, operationType: "UPDATE", productType: productType || "PRODUCT", requirements: "LISTING" },
    attributes: Object.fromEntries(filled.map(([name, json]) => [name, parseJson(json)])),
  };
}

const Report = z.object({
  issues: z.array(
    z.object({
      messageId: z.number().int().optional(),
      sku: z.string().optional(),
      code: z.string().default(""),
      severity: z.string(),
      message: z.string(),
      attributeName: z.string().optional(),
    }),
  ),
  summary: z.object({ messagesProcessed: z.number().int() }),
});
type ReportIssue = z.output<typeof Report>["issues"][number];

export interface ReadReport {
  readonly messages: number;
  readonly faults: readonly RowFault[];
  /** The document itself was refused, so nothing of it was taken. */
  readonly refusal: PlatformFault | null;
}

/** Errors by row. */
export function readReport(bytes: Buffer, isPacked: boolean): ReadReport {
  const { issues, summary } = parsedReport(bytes, isPacked);
  const errors = issues.filter(({ severity }) => severity === "ERROR");
  const whole = errors.find(({ sku, messageId }) => sku === undefined && messageId === undefined);
  const isRefused = whole !== undefined && summary.messagesProcessed === 0;
  return {
    messages: summary.messagesProcessed,
    faults: isRefused ? [] : errors.map(faultOf),
    refusal: isRefused ? new PlatformFault("refused", `Amazon refused all rows: ${whole.message}`, { platformCode: whole.code }) : null,
  };
}

function parsedReport(bytes: Buffer, isPacked: boolean): z.output<typeof Report> {
  try {
    const text = isPacked ? gunzipSync(bytes, { maxOutputLength: REPORT_BYTES_MAX }) : bytes;
    return Report.parse(parseJson(text.toString("utf8")));
  } catch (cause) {
    throw new PlatformFault("not_understood", "Amazon's report can't be read. Update Feedwright, or report it.", { cause });
  }
}

function faultOf({ sku, messageId, code, message, attributeName }: ReportIssue): RowFault {
  return { itemId: sku ?? `row ${messageId ?? 0}`, code, attribute: attributeOf(attributeName, message), message };
}

/** Names of attributes go on into their parts (`purchasable_offer.our_price`). A missing one is often named in the text alone. */
function attributeOf(name: string | undefined, message: string): string | null {
  const found = name ?? /^'\[(\w+)\]'/.exec(message)?.[1];
  return found?.split(".")[0] ?? null;
}
