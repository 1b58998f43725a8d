import {
  type AffectedCheck,
  affectedChecks,
  alteredRows,
  type Alteration,
  type BothSides,
  changedFindings,
  type CheckedSide,
  sideFacts,
} from "../../engine/channels/changed-findings.ts";
import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import type { Check, Severity } from "../../engine/channels/check.ts";
import { CARRIED_COLUMNS } from "../../engine/channels/row-values.ts";
import type { FeedPlan } from "../../engine/plan/feed-plan.ts";
import { runCurrencies } from "../../engine/run/run-counts.ts";
import { bothOutputs } from "../../engine/run/slim-plans.ts";
import { PlainError } from "../../kernel/errors.ts";
import { storedId } from "../../kernel/ids.ts";
import type { Sql } from "../../kernel/sql.ts";
import { ObjectMissing } from "../../platform/objects/objects-port.ts";
import { WarehouseLost, WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";
import { type AssignedChannel, assignedChannel, listAssignments, readChannelInputs, readLinkHosts } from "../channel-files/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import { findLiveFacts, type LiveFacts } from "./live-facts.ts";
import type { OpenTransform } from "./open-transform.ts";
import { planned } from "./plan-feed.ts";

/** Rows that a channel's check would no longer find, and rows that it would find then. */
export interface FindingChange {
  readonly channel: string;
  readonly code: string;
  readonly field: string | null;
  readonly severity: Severity;
  readonly message: string;
  /** Rows; 1 where the feed itself is meant. */
  readonly cleared: number;
  readonly caused: number;
}

interface Changed {
  readonly feed: FeedRow;
  readonly open: OpenTransform;
  readonly before: FeedPlan;
  readonly after: FeedPlan;
  /** Feed columns and channel attributes that a row of the feed has another value in. */
  readonly columns: readonly string[];
  /** Source columns that have other cells. */
  readonly cells: readonly string[];
  /** Rows come into the feed or leave it. */
  readonly membership: boolean;
}

/** What failed says nothing of the preview itself, which is answered without. */
const FAILURES = [WarehouseLost, WarehouseRefused, ObjectMissing, PlainError] as const;

/**
 * Which findings of the assigned channels a change would clear and cause. Only checks that read what changes are made, and those of
 * single rows look only at rows that change. Null where that couldn't be computed, or not in time; the log says why.
 */
export async function previewFindings(call: ShopCall, changed: Changed): Promise<readonly FindingChange[] | null> {
  if (!altersAnything(changed)) return [];
  const assigned = await listAssignments(call.shop, storedId("feed", changed.feed.id));
  if (assigned.length === 0) return [];
  try {
    const channels = assigned.flatMap((row) => assignedChannel(call.channels, row) ?? []);
    return await compareFindings(call, changed, channels);
  } catch (error) {
    if (!FAILURES.some((kind) => error instanceof kind) || isAborted(error)) throw error;
    call.log.error({ shop_id: call.shop.shopId, error: String(error) }, "could not compute the findings of a preview");
    return null;
  }
}

/** Nobody waits for the preview any more. */
function isAborted(error: unknown): boolean {
  return error instanceof WarehouseLost && error.reason === "aborted";
}

/** Whether there is anything that a channel could see. */
function altersAnything({ columns, cells, membership }: Changed): boolean {
  return membership || columns.length > 0 || carriedOf(cells).length > 0;
}

/** Whether stock is tracked decides what its quantity says. */
function carriedOf(cells: readonly string[]): readonly string[] {
  return CARRIED_COLUMNS.filter(
    (column) => cells.includes(column) || (column === "inventory_quantity" && cells.includes("inventory_tracked")),
  );
}

async function compareFindings(call: ShopCall, changed: Changed, channels: readonly AssignedChannel[]): Promise<readonly FindingChange[]> {
  const { open, before, after, cells, membership } = changed;
  const outputs = bothOutputs({ before, after });
  const places = new Set(changed.columns.map((column) => outputs.indexOf(column)));
  const alteration: Alteration = { places, carried: new Set(carriedOf(cells)), membership };
  const live = await findLiveFacts(call.shop, changed.feed);
  const inputOf = await inputs(call, changed, { outputs, channels });
  const asked = channels.map((channel) => askChannel(channel, inputOf(channel, { currency: live.currency, linkHosts: [] }), alteration));
  const read = [...new Set(asked.flatMap((channel) => [...channel.places]))];
  if (read.length === 0 && !membership) return [];
  const wanted = [...new Set([...read, outputs.indexOf("price")])];
  const columns = wanted.flatMap((place) => outputs[place] ?? []);
  const options = { ...open.options, file: (called: string): string => open.options.file(`findings-${called}`) };
  const sides = await planned(call, "sides", { before, after, columns, input: open.input, options });
  const shared = wanted.filter((place) => places.has(place));
  await open.session.run(...sides.statements, alteredRows(sides, shared, alteration.carried));
  const sideOf = (file: string): Promise<Side> => readSide(open, file, { outputs, places: wanted });
  const [old, fresh] = [await sideOf(sides.before), await sideOf(sides.after)];
  const sidesOf = asked.map(({ channel }) => {
    const of = (side: Side): SideOfChannel => ({
      ...askChannel(channel, inputOf(channel, { ...side, currency: side.currency ?? live.currency }), alteration),
      side,
    });
    return { old: of(old), fresh: of(fresh) };
  });
  const found = [...(await ofRows(open, sidesOf)), ...sidesOf.flatMap((of) => ofFeed(of.old, of.fresh, live))];
  return found.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || size(b) - size(a));
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
const size = ({ cleared, caused }: FindingChange): number => cleared + caused;

/** What each channel's checks are made from, by the currency of most prices. */
async function inputs(
  call: ShopCall,
  { feed, open: { scratch } }: Changed,
  { outputs, channels }: { readonly outputs: readonly string[]; readonly channels: readonly AssignedChannel[] },
) {
  const rows = { scratch, columns: outputs, carried: CARRIED_COLUMNS };
  const inputOf = await readChannelInputs(call, {
    shop: call.shop,
    feed,
    rows,
    channels,
    known: { currency: null, now: call.clock.now() },
  });
  return (channel: AssignedChannel, { currency, linkHosts }: Pick<Side, "currency" | "linkHosts">): ChannelInput => {
    const input = inputOf(channel);
    return { ...input, feed: { ...input.feed, currency, linkHosts } };
  };
}

/** A channel's checks that the change may matter to. */
interface AskedChannel {
  readonly channel: AssignedChannel;
  readonly input: ChannelInput;
  readonly asides: Readonly<Record<string, Sql>>;
  readonly checks: readonly AffectedCheck[];
  /** Places of the columns that these, and the header of its file, read. */
  readonly places: ReadonlySet<number>;
}

function askChannel(channel: AssignedChannel, input: ChannelInput, alteration: Alteration): AskedChannel {
  const asides = channel.pack.asides?.(input) ?? {};
  const checks = affectedChecks(channel.pack.checks(input), { asides, category: input.rows.of("google_product_category") }, alteration);
  const extra = channel.settings.extra_attributes.map((name) => input.rows.columns.indexOf(name)).filter((place) => place !== -1);
  const header = alteration.membership || extra.some((place) => alteration.places.has(place)) ? extra : [];
  return { channel, input, asides, checks, places: new Set([...checks.flatMap((check) => [...check.places]), ...header]) };
}

/** What is asked of all rows of a side at once. */
interface Side {
  readonly file: string;
  readonly rows: number;
  readonly currency: string | null;
  /** None if links weren't computed. */
  readonly linkHosts: readonly string[];
  /** Whether a column that was computed has a value in any row. Of others nothing is known, and nothing changes. */
  readonly isFilled: (column: string) => boolean;
}

interface SideOfChannel extends AskedChannel {
  readonly side: Side;
}

async function readSide(
  { session }: OpenTransform,
  file: string,
  { outputs, places }: { readonly outputs: readonly string[]; readonly places: readonly number[] },
): Promise<Side> {
  const [facts = {}] = await session.all(sideFacts(file, places));
  const [currency] = await session.all(runCurrencies(file, outputs));
  const names = outputs.map((column) => column.toLowerCase());
  return {
    file,
    rows: Number(facts["rows"]),
    currency: currency === undefined ? null : String(currency["currency"]),
    linkHosts: places.includes(outputs.indexOf("link")) ? await readLinkHosts(session, file, outputs) : [],
    isFilled: (column) => facts[`f${names.indexOf(column.toLowerCase()) + 1}`] !== false,
  };
}

const idOf = ({ code, field }: Check): string => `${code} ${field ?? ""}`;

interface SidesOfChannel {
  readonly old: SideOfChannel;
  readonly fresh: SideOfChannel;
}

/** Checks of rows, of all channels in one look at each side. */
async function ofRows({ session }: OpenTransform, channels: readonly SidesOfChannel[]): Promise<readonly FindingChange[]> {
  const paired = channels.map(bothChecked);
  const { query, placed } = changedFindings(paired);
  const counts = new Map((await session.all(query)).map((row) => [Number(row["nth"]), row]));
  return channels.flatMap(({ fresh }, channel) =>
    (paired[channel]?.after.checks ?? []).flatMap(({ check }, at) => {
      const row = counts.get(placed[channel]?.[at] ?? -1);
      return row === undefined ? [] : [changeOf(fresh, check, { cleared: Number(row["cleared"]), caused: Number(row["caused"]) })];
    }),
  );
}

function checked({ side, asides, input }: SideOfChannel, checks: readonly AffectedCheck[]): CheckedSide {
  return { file: side.file, checks, asides, input };
}

/** The checks that a channel has on both sides. */
function bothChecked({ old, fresh }: SidesOfChannel): BothSides {
  const known = new Map(fresh.checks.map((asked) => [idOf(asked.check), asked]));
  const pairs = old.checks.flatMap((asked) => {
    const same = known.get(idOf(asked.check));
    return same === undefined ? [] : [{ old: asked, fresh: same }];
  });
  return {
    before: checked(
      old,
      pairs.map((pair) => pair.old),
    ),
    after: checked(
      fresh,
      pairs.map((pair) => pair.fresh),
    ),
  };
}

/** Checks of the file as a whole. */
function ofFeed(before: SideOfChannel, after: SideOfChannel, live: LiveFacts): readonly FindingChange[] {
  const affected = ({
    channel: { pack },
    input,
    side,
  }: SideOfChannel): ReadonlyMap<string, { readonly check: Check; readonly rows: number }> => {
    const cells = pack.cells(input).filter(({ reads }) => reads === "always" || reads.some(side.isFilled));
    const facts = { rows: side.rows, rowsBefore: live.rows, bytes: null, header: cells.map(({ attribute }) => attribute.name) };
    return new Map(
      pack.checks(input).flatMap((check) => {
        const rows = check.kind === "feed" ? check.affectedBy(facts) : undefined;
        return rows === undefined ? [] : [[idOf(check), { check, rows: Math.max(1, rows) }] as const];
      }),
    );
  };
  const [old, fresh] = [affected(before), affected(after)];
  return [...new Map([...old, ...fresh])].flatMap(([id, { check }]) => {
    const [was, is] = [old.get(id)?.rows ?? 0, fresh.get(id)?.rows ?? 0];
    return was === is ? [] : [changeOf(after, check, { cleared: Math.max(0, was - is), caused: Math.max(0, is - was) })];
  });
}

function changeOf(
  { channel: { pack } }: SideOfChannel,
  { code, field, severity, message }: Check,
  counts: Pick<FindingChange, "cleared" | "caused">,
): FindingChange {
  return { channel: pack.slug, code, field, severity, message, ...counts };
}
