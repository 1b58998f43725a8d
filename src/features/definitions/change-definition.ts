import { RequestError } from "../../kernel/errors.ts";
import { type FeedId, formatId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { emitToStreams } from "../events/index.ts";
import { expectVersion, type FeedRow, findFeed, lockFeed, outdateFeed, recordVersion } from "../feeds/index.ts";
import type { ShopCall, ShopChange } from "../operation.ts";
import { triggerRun } from "../runs/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { type Excess, grownBounds, pastBounds } from "./past-bounds.ts";
import type { SectionChange } from "./section.ts";

/** What somebody asks to change of a feed. It is read under the feed's lock to be made, and without one to be shown. */
export interface Edit<R extends ReadEdit = ReadEdit> {
  readonly feedId: FeedId;
  /** The version of the feed that was seen. */
  readonly expected?: number | undefined;
  /** What the feed shall become; refuses what is at fault. */
  readonly read: (feed: FeedRow) => Promise<R>;
}

export interface ReadEdit {
  readonly changes: readonly SectionChange[];
  /** What the change is, as a sentence. */
  readonly summary: string;
  /** Refuses what is past a bound, where that is another fault than `validation_failed`. */
  readonly refuse?: (excess: Excess) => never;
}

/** What an operation that changes a feed must declare; with `expected` it declares `version_conflict` too. */
type Refusing = Refuse<"resource_not_found">;

/**
 * The only way to change a feed's definition: locks the feed, expects the version that was seen, reads what shall change, compares,
 * checks bounds, stores, makes a version, emits events and starts a run. Where nothing differs, it does nothing. Answers what was
 * read, and the feed as it is then. Runs and scopes compare its version with the one they saw.
 */
export async function changeDefinition<R extends ReadEdit>(
  call: ShopChange & Refusing,
  edit: Edit<R>,
): Promise<R & { readonly feed: FeedRow }> {
  const feed = (await lockFeed(call.shop, edit.feedId)) ?? call.fail("resource_not_found");
  const read = await readEdit(call, feed, edit);
  const { changes, summary } = read;
  if (changes.length === 0) return { ...read, feed };
  const stored = { feedId: edit.feedId, version: feed.definition_version + 1 };
  for (const { section, ...change } of changes) await section.store(call, { ...stored, ...change });
  const isVersion = changes.some(({ section }) => section.kept !== "none");
  const changed = isVersion ? await recordVersion(call, edit.feedId, summary) : await outdateFeed(call, edit.feedId);
  if (changed === undefined) return call.fail("resource_not_found");
  for (const { section, ...change } of changes) await section.events(call, { ...stored, ...change });
  await emitToStreams(call, "definition.changed", { object: "feed", id: formatId("feed", edit.feedId) });
  if (changes.some(({ section }) => section.startsRun)) await runChanged(call, changed);
  return { ...read, feed: changed };
}

/** The feed as it is, and what an edit would change of it. */
export async function readChanges<R extends ReadEdit>(call: ShopCall & Refusing, edit: Edit<R>): Promise<R & { readonly feed: FeedRow }> {
  const feed = (await findFeed(call.shop, edit.feedId)) ?? call.fail("resource_not_found");
  return { ...(await readEdit(call, feed, edit)), feed };
}

/** Of the changes those that change anything. */
async function readEdit<R extends ReadEdit>(call: Pick<ShopChange, "shop"> & Refusing, feed: FeedRow, edit: Edit<R>): Promise<R> {
  const refusing: Pick<ShopChange, "shop"> & Refuse<"resource_not_found" | "version_conflict"> = call;
  await expectVersion(refusing, feed, edit.expected);
  const read = await edit.read(feed);
  const differing = read.changes.filter(({ section, ...change }) => !section.same(change));
  const [excess] = pastBounds(differing, await restOf(call, feed, differing));
  if (excess !== undefined) (read.refuse ?? refusePast)(excess);
  return { ...read, changes: differing };
}

function refusePast({ section, message }: Excess): never {
  const param = `/${section}`;
  throw new RequestError("validation_failed", { message, param, details: [{ param, code: "validation_failed", message }] });
}

/** What the feed takes of bounds besides the changes; only of bounds of which they take more than before. */
async function restOf({ shop }: Pick<ShopChange, "shop">, feed: FeedRow, changes: readonly SectionChange[]) {
  const rest = new Map<string, number>();
  for (const name of grownBounds(changes)) {
    const takers = changes.flatMap(({ section, before }) =>
      section.bounds.filter((bound) => bound.name === name).map((bound) => ({ bound, before })),
    );
    const [first, ...others] = takers;
    if (first === undefined) continue;
    const besides = await first.bound.rest(shop, feed, first.before);
    rest.set(name, besides - others.reduce((sum, { bound, before }) => sum + bound.of(before), 0));
  }
  return rest;
}

async function runChanged({ shop, queue }: ShopChange, feed: FeedRow): Promise<void> {
  const snapshot = await findLiveSnapshot(shop);
  if (snapshot !== undefined) await triggerRun(shop, queue, { feed, extractId: snapshot.extractId, trigger: "settings" });
}
