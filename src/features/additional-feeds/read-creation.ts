import type { ErrorDetail } from "../../kernel/errors.ts";
import { languageCode } from "../../kernel/language-code.ts";
import type { Refuse } from "../../kernel/operation.ts";
import type { NewFeed } from "./additional-feed-queries.ts";
import { CREATE_MEMBERS } from "./feed-inputs.ts";
import { isGiven, labelFaults, missing, readLabelText, strangers, wrong, type Written } from "./written-members.ts";

/** The collection that a new feed is of; null where it takes none. */
export interface WrittenCollection {
  readonly title: unknown;
  readonly id: unknown;
}

export function writtenCollection(written: Written): WrittenCollection | null {
  const { selected_collection_title: title, selected_collection_id: id } = written;
  return readMode(written["product_selection_mode"]) === "collection" ? { title, id } : null;
}

/** What a body says of a new feed by itself, without the shop. */
export interface Creation extends Pick<NewFeed, "feedType" | "displayName" | "locale" | "mode"> {
  readonly inheritRules: boolean;
  /** Faults without a more specific code than `validation_failed`. */
  readonly faults: readonly ErrorDetail[];
}

type Call = Refuse<"label_required" | "invalid_feed_type" | "locale_invalid">;

export function readCreation(call: Call, written: Written): Creation {
  const displayName = readLabel(call, written["display_name"]);
  const feedType = readType(call, written["feed_type"]);
  const locale = readLocale(call, written["locale"], feedType);
  const mode = readMode(written["product_selection_mode"]);
  const { selected_collection_title: title, selected_collection_id: id, inherit_rules: inherit } = written;
  const collection = writtenCollection(written);
  return {
    displayName,
    feedType,
    locale: feedType === "language" ? locale : null,
    mode: mode ?? "all",
    inheritRules: inherit === true,
    faults: [
      ...(isGiven(inherit) && typeof inherit !== "boolean" ? [wrong("inherit_rules", "must be true or false")] : []),
      ...labelFaults(displayName),
      ...(mode === undefined ? [wrong("product_selection_mode", "must be all, collection or manual")] : []),
      ...(feedType === "market" && locale !== null ? [wrong("locale", "is only for language feeds; leave it out")] : []),
      ...(feedType === "language" && isGiven(written["target_market"])
        ? [wrong("target_market", "is only for market feeds; leave it out")]
        : []),
      ...(collection !== null ? [] : collectionFaults({ selected_collection_title: title, selected_collection_id: id })),
      ...strangers(written, CREATE_MEMBERS),
    ],
  };
}

function readLabel(call: Call, member: unknown): string {
  const label = readLabelText(member);
  const fault = isGiven(member) ? wrong("display_name", "must contain at least one visible character") : missing("display_name");
  return label === "" ? call.fail("label_required", undefined, [fault]) : label;
}

function readType(call: Call, member: unknown): Creation["feedType"] {
  if (member === "market" || member === "language") return member;
  return call.fail("invalid_feed_type", undefined, [
    isGiven(member) ? wrong("feed_type", "must be market or language") : missing("feed_type"),
  ]);
}

/** A market feed has none, but one that is sent has to be one. */
function readLocale(call: Call, member: unknown, feedType: Creation["feedType"]): string | null {
  if (!isGiven(member) && feedType === "market") return null;
  const code = typeof member === "string" ? languageCode(member) : undefined;
  const fault = isGiven(member) ? wrong("locale", "must be a BCP 47 language code such as fr or pt-BR") : missing("locale");
  return code ?? call.fail("locale_invalid", undefined, [fault]);
}

function readMode(member: unknown): NewFeed["mode"] | undefined {
  if (!isGiven(member)) return "all";
  return member === "all" || member === "collection" || member === "manual" ? member : undefined;
}

/** Somebody who names a collection wants one. */
function collectionFaults(written: Written): readonly ErrorDetail[] {
  const named = Object.keys(written).filter((name) => isGiven(written[name]) && written[name] !== "");
  return named.map((name) => wrong(name, "requires product_selection_mode collection"));
}
