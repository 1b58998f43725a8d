import type { Refuse } from "../../kernel/operation.ts";
import { draftedDefinition, type FeedRow, readDefinition } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import { findLiveSnapshot, type Snapshot } from "../snapshots/index.ts";
import {
  type FeedPreviewShape,
  type Preview,
  type PREVIEW_ERRORS,
  previewAnswer,
  previewDefinitions,
  type TriedInPreview,
} from "../transforms/index.ts";
import { type Edit, readChanges } from "./change-definition.ts";
import type { Draft, SectionChange } from "./section.ts";

type Call = ShopCall & Refuse<"resource_not_found" | (typeof PREVIEW_ERRORS)[number]>;

/** What an edit would do to the feed's rows; nothing is stored. */
export async function previewEdit(call: Call, edit: Edit): Promise<FeedPreviewShape> {
  const { feed, changes } = await readChanges(call, edit);
  const snapshot = (await findLiveSnapshot(call.shop)) ?? call.fail("no_source_extract");
  const preview = (await previewChanges(call, { feed, snapshot, changes })) ?? call.fail("preview_failed");
  return { object: "feed_preview", ...previewAnswer(preview) };
}

interface Shown {
  readonly feed: FeedRow;
  readonly changes: readonly SectionChange[];
}

/** What changes of a definition would do to the feed's rows; null where there are none, or the shop has no catalog yet. */
export async function effectOf(call: ShopCall & Refuse<"preview_failed">, shown: Shown): Promise<FeedPreviewShape | null> {
  const snapshot = await findLiveSnapshot(call.shop);
  if (snapshot === undefined || shown.changes.every(({ section }) => section.kept !== "document")) return null;
  const preview = (await previewChanges(call, { ...shown, snapshot })) ?? call.fail("preview_failed");
  return { object: "feed_preview", ...previewAnswer(preview) };
}

interface Tried extends Shown {
  readonly snapshot: Snapshot;
  /** The one rule that is tried, to be warned of what is probably not meant. */
  readonly rule?: TriedInPreview;
}

/** `undefined` when it could not be computed in time or at all. */
export async function previewChanges(call: ShopCall, { feed, snapshot, changes, rule = {} }: Tried): Promise<Preview | undefined> {
  const draft = draftOf(feed, changes);
  const before = await readDefinition(call.shop, feed);
  const after = draftedDefinition(before, draft);
  return previewDefinitions(call, {
    feed,
    snapshot,
    before,
    after,
    ...rule,
    ...(draft.cells === null ? {} : { candidateCells: draft.cells }),
  });
}

export function draftOf(feed: FeedRow, changes: readonly SectionChange[]): Draft {
  return changes.reduce<Draft>((draft, { section, ...change }) => (section.kept === "document" ? section.draft(draft, change) : draft), {
    feed,
    rules: null,
    cells: null,
  });
}
