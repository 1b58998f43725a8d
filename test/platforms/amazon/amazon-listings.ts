import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { members, parseJson } from "../../../src/kernel/unsafe.ts";

/** How the fake Amazon reads a listings feed: by the published schema first, then by a few of the rules that all product types have. */

export interface ReportIssue {
  readonly messageId?: number;
  readonly sku?: string;
  readonly code: string;
  readonly severity: "ERROR" | "WARNING";
  readonly message: string;
  readonly attributeName?: string;
}

export interface FeedMessage {
  readonly messageId: number;
  readonly sku: string;
  readonly operationType: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface ReadFeed {
  /** Those that are taken. */
  readonly messages: readonly FeedMessage[];
  readonly processed: number;
  readonly issues: readonly ReportIssue[];
}

export type FeedReader = (bytes: Buffer, sellerId: string) => ReadFeed;

const SCHEMA = new URL("../../../src/channels/amazon/listings-feed-v2.schema.json", import.meta.url);

export function feedReader(): FeedReader {
  const schema = members(parseJson(readFileSync(SCHEMA, "utf8")));
  const properties = members(schema["properties"]);
  const ajv = new Ajv({ strict: false });
  const isHeader = ajv.compile(members(properties["header"]));
  const isMessage = ajv.compile(members(members(properties["messages"])["items"]));
  return (bytes, sellerId) => {
    const document = jsonOf(bytes);
    const header = members(document["header"]);
    if (!isHeader(header)) return whole("4002005", "Attribute 'header' is required, but not present.");
    if (header["sellerId"] !== sellerId) return whole("4002006", "Attribute 'sellerId' does not match the required value.");
    const given = Array.isArray(document["messages"]) ? document["messages"] : [];
    const judged = given.map((message) => judge(members(message), isMessage(message)));
    return {
      messages: judged.flatMap(({ message, issues }) => (issues.length === 0 ? [message] : [])),
      processed: given.length,
      issues: judged.flatMap(({ issues }) => issues),
    };
  };
}

function jsonOf(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    return members(parseJson(bytes.toString("utf8")));
  } catch {
    return {};
  }
}

const whole = (code: string, message: string): ReadFeed => ({
  ...{ messages: [], processed: 0 },
  issues: [{ code, severity: "ERROR", message }],
});

const REQUIRED = ["item_name", "brand", "condition_type", "purchasable_offer", "main_product_image_locator"];

function judge(given: Readonly<Record<string, unknown>>, isValid: boolean): { message: FeedMessage; issues: readonly ReportIssue[] } {
  const message = {
    ...{ messageId: Number(given["messageId"]), sku: String(given["sku"]), operationType: String(given["operationType"]) },
    attributes: members(given["attributes"]),
  };
  // Amazon names no SKU here.
  const unread = {
    messageId: message.messageId,
    code: "4002008",
    severity: "ERROR",
    message: "The message doesn't fit the schema.",
  } as const;
  if (!isValid) return { message, issues: [unread] };
  if (message.operationType === "DELETE") return { message, issues: [] };
  const place = { messageId: message.messageId, sku: message.sku, severity: "ERROR" } as const;
  const absent = REQUIRED.filter((name) => message.attributes[name] === undefined);
  return {
    message,
    issues: [
      ...absent.map((name) => ({ ...place, code: "90220", message: `'[${name}]' is required but not supplied.` })),
      ...invalid(message.attributes).map((fault) => ({ ...place, ...fault })),
    ],
  };
}

const TITLE_MAX = 200;

function invalid(attributes: Readonly<Record<string, unknown>>): readonly Pick<ReportIssue, "code" | "message" | "attributeName">[] {
  const { item_name: title, main_product_image_locator: image, purchasable_offer: offer } = attributes;
  const schedule = first(first(offer)["our_price"])["schedule"];
  const price = first(schedule)["value_with_tax"];
  const link = first(image)["media_location"];
  const isFew = offer !== undefined && price === undefined;
  return [
    ...(String(first(title)["value"]).length > TITLE_MAX ? [wrong("Item Name", "item_name")] : []),
    ...(typeof link !== "string" || link.startsWith("https:") ? [] : [wrong("Image", "main_product_image_locator")]),
    ...(isFew
      ? [{ code: "99022", message: "The attribute does not have enough values.", attributeName: "purchasable_offer.our_price" }]
      : []),
    ...(price !== undefined && !(Number(price) > 0) ? [wrong("Your Price", "purchasable_offer")] : []),
  ];
}

const wrong = (label: string, attributeName: string): Pick<ReportIssue, "code" | "message" | "attributeName"> => ({
  ...{ code: "4000001", attributeName },
  message: `The provided value for '${label}' is invalid.`,
});

const first = (list: unknown): Readonly<Record<string, unknown>> => members(Array.isArray(list) ? list[0] : undefined);
