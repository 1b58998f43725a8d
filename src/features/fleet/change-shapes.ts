import { z } from "zod";
import { formatId, idSchema, NumberId, storedId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import type { ListedTarget } from "./change-queries.ts";
import { FleetAction, titleOf } from "./fleet-action.ts";
import type { FleetChangeRow, FleetTargetStatus } from "./fleet-change.ts";
import { TargetPreview } from "./target-preview.ts";

const count = z.int().min(0);
const time = z.iso.datetime();

const CHANGE_MEMBERS = {
  id: z.int().meta({ description: "Id of the change." }),
  object: z.literal("fleet_change"),
  status: z.enum(["previewing", "ready", "rolling", "stopped", "completed", "cancelled", "undoing", "undone"]).meta({
    description:
      "`previewing`: previews are being computed. `ready`: waits for `start`. `rolling`: shops are being changed. `stopped`: by a person, or because of `stopped_reason`; `start` goes on.",
  }),
  title: z.string().meta({ description: "What the change does, as a sentence without its end.", examples: ["Run the feeds"] }),
  action: FleetAction,
  stages: z.array(z.int().min(1)).meta({ description: "Shops in each stage.", examples: [[1, 5, 34]] }),
  stage: z.int().min(1).meta({ description: "Stage under way, from 1." }),
  stop_on: z.array(z.enum(["held", "failed"])).meta({ description: "What stops the rollout." }),
  stopped_reason: z
    .string()
    .nullable()
    .meta({ examples: ["Harbour & Hazel: The run is held. The file would lose 40 % of its rows."] }),
  undoable: z.boolean().meta({ description: "Whether `undo` can take the change back." }),
  counts: z
    .strictObject({
      waiting: count,
      applied: count,
      done: count,
      held: count,
      failed: count,
      skipped: count,
      undone: count,
      not_undone: count,
    })
    .meta({ description: "Shops and feeds by status." }),
  created_by: z.string().meta({ examples: ['API key "Agency"'] }),
  created_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
};

export const FleetChangeShape = z.strictObject(CHANGE_MEMBERS).meta({ id: "FleetChange" });
type FleetChangeShape = z.input<typeof FleetChangeShape>;

const FleetTargetShape = z
  .strictObject({
    id: z.int(),
    object: z.literal("fleet_change_shop"),
    shop_id: z.int().meta({ description: "Id of the shop, as `shop_id` takes it." }),
    shop_name: z.string().meta({ examples: ["Harbour & Hazel"] }),
    domain: z.string().meta({ examples: ["harbour-and-hazel.example"] }),
    client_label: z
      .string()
      .nullable()
      .meta({ examples: ["Harbour"] }),
    connected: z.boolean().meta({ description: "Whether the organization is still connected to the shop." }),
    feed_id: idSchema("feed", "Feed that is changed. Null if the action is about the shop.").nullable(),
    feed_name: z
      .string()
      .nullable()
      .meta({ examples: ["Primary feed"] }),
    stage: z.int(),
    status: z.enum(["waiting", "applied", "done", "held", "failed", "skipped", "undone", "not_undone"]).meta({
      description: "`applied`: changed, and its run isn't live yet. `held` and `failed`: what became of the run, or of the change itself.",
    }),
    reason: z
      .string()
      .nullable()
      .meta({
        description: "Why it is held, failed, skipped or not undone, or what it waits for.",
        examples: ["The shop is no longer connected."],
      }),
    preview: z.nullable(TargetPreview).meta({ description: "What the change would do to the feed. Null while it is being computed." }),
    audit_id: z.int().nullable().meta({ description: "Entry of the change in the shop's audit log." }),
    undo_audit_id: z.int().nullable(),
    run_id: idSchema("run", "Run that is held or failed, or that was asked for.").nullable(),
    extract_id: idSchema("ext", "Extract that was asked for.").nullable(),
    applied_at: time.nullable(),
    ended_at: time.nullable(),
  })
  .meta({ id: "FleetChangeShop" });

export const FleetChangeDetailShape = z
  .strictObject({ ...CHANGE_MEMBERS, shops: z.array(FleetTargetShape).meta({ description: "Shops and feeds, stage by stage." }) })
  .meta({ id: "FleetChangeDetail" });
export type FleetChangeDetailShape = z.input<typeof FleetChangeDetailShape>;

export const ChangePath = z.strictObject({ change_id: NumberId });

type Counts = FleetChangeShape["counts"];
const NO_COUNTS: Counts = { waiting: 0, applied: 0, done: 0, held: 0, failed: 0, skipped: 0, undone: 0, not_undone: 0 };

export function countsOf(counted: readonly { readonly status: FleetTargetStatus; readonly targets: number }[]): Counts {
  const counts: Counts = { ...NO_COUNTS };
  for (const { status, targets } of counted) counts[status] += targets;
  return counts;
}

interface Described {
  readonly counts: Counts;
  readonly stage: number;
  readonly createdBy: string;
  readonly undoable: boolean;
}

export function changeAnswer(row: FleetChangeRow, { counts, stage, createdBy, undoable }: Described): FleetChangeShape {
  const action = FleetAction.parse(row.action);
  return {
    id: row.id,
    object: "fleet_change",
    status: row.status,
    title: titleOf(action),
    action,
    stages: [...row.stages],
    stage,
    stop_on: [...row.stop_on],
    stopped_reason: row.stopped_reason,
    undoable,
    counts,
    created_by: createdBy,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

export function targetAnswer(row: ListedTarget): FleetChangeDetailShape["shops"][number] {
  return {
    id: row.id,
    object: "fleet_change_shop",
    shop_id: row.shop_id,
    shop_name: row.shop_name,
    domain: row.domain,
    client_label: row.client_label,
    connected: row.is_connected,
    feed_id: row.feed_id === null ? null : formatId("feed", storedId("feed", row.feed_id)),
    feed_name: row.feed_name,
    stage: row.stage,
    status: row.status,
    reason: row.reason,
    // What a shop's rows are is told as long as the two are connected.
    preview: row.preview === null || !row.is_connected ? null : TargetPreview.parse(members(row.preview)),
    audit_id: row.audit_id,
    undo_audit_id: row.undo_audit_id,
    run_id: row.run_id === null ? null : formatId("run", storedId("run", row.run_id)),
    extract_id: row.extract_id === null ? null : formatId("ext", storedId("ext", row.extract_id)),
    applied_at: row.applied_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}
