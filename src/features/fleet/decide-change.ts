import { z } from "zod";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { members } from "../../kernel/unsafe.ts";
import { type OrganizationChange, organizationWrite } from "../operation.ts";
import { acceptEnded, listTargets, lockChange, moveChange, moveTarget } from "./change-queries.ts";
import { ChangePath, FleetChangeDetailShape } from "./change-shapes.ts";
import { FleetAction, isUndoable, scopeOf } from "./fleet-action.ts";
import type { FleetChangeRow } from "./fleet-change.ts";
import { readChange } from "./read-change.ts";

/** What a person decides about a change of many shops. Each takes the change's lock, so it comes before or after the change of a shop, never within it. */

const HIDDEN = { hidden: "people roll changes out to many shops" } as const;
const output = dataOf(FleetChangeDetailShape);
const target = async (call: OrganizationChange & Refuse<"resource_not_found">, { change_id: id }: z.output<typeof ChangePath>) =>
  (await lockChange(call.organization, id)) ?? call.fail("resource_not_found");
const before = ({ status }: FleetChangeRow) => ({ status });

export const startFleetChange = organizationWrite({
  name: "fleet.start_change",
  title: "Start a change of many shops",
  summary: "Starts a change that is ready, or goes on with one that has stopped.",
  description:
    "Shops whose preview has an error, or in which there is nothing to do, are skipped. When a change goes on, what is held or failed so far no longer stops it; with `retry_failed`, shops that couldn't be changed are tried again. From now on workers act with the key that sent this request.",
  scope: "write_org",
  http: { method: "POST", path: "/org/fleet/changes/{change_id}/start", status: 200 },
  path: ChangePath,
  body: z.strictObject({
    retry_failed: z
      .boolean()
      .default(false)
      .meta({ description: "Whether to try shops again whose change failed. Without it they are passed over." }),
  }),
  output,
  errors: ["resource_not_found", "insufficient_scope", "fleet_change_state"],
  audit: "fleet_change.started",
  mcp: HIDDEN,
  target,
  before,
  async run(call, { body, target: change }) {
    const keyId = actingKeyId(call, change);
    const targets = await listTargets(call.organization, change.id);
    const moved = (await moveChange(call.organization, change.id, "start", { keyId })) ?? refuseState(call, change, "started");
    for (const { id, status, preview, audit_id: auditId } of targets) {
      const reason = status === "waiting" ? skipReason(preview) : null;
      if (reason !== null) await moveTarget(call.organization, id, "skip", { reason });
      if (body.retry_failed && status === "failed" && auditId === null) await moveTarget(call.organization, id, "retry");
    }
    await acceptEnded(call.organization, change.id);
    return { data: await readChange(call, moved) };
  },
});

/** Why its preview says that a shop can't be changed, or needn't be. */
function skipReason(preview: unknown): string | null {
  const { nothing, error } = members(preview);
  if (typeof nothing === "string") return nothing;
  const { message } = members(error);
  return typeof message === "string" ? message : null;
}

export const stopFleetChange = organizationWrite({
  name: "fleet.stop_change",
  title: "Stop a change of many shops",
  summary: "Stops a rollout: no further shop is changed.",
  description: "Shops that have been changed stay changed, and their runs go on. Start the change to go on with it, or undo it.",
  scope: "write_org",
  http: { method: "POST", path: "/org/fleet/changes/{change_id}/stop", status: 200 },
  path: ChangePath,
  output,
  errors: ["resource_not_found", "fleet_change_state"],
  audit: "fleet_change.stopped",
  mcp: HIDDEN,
  target,
  before,
  async run(call, { target: change }) {
    // It may have stopped by itself a moment before, for a reason that is worth more.
    const reason = change.status === "stopped" ? change.stopped_reason : "Stopped by a person.";
    const moved = (await moveChange(call.organization, change.id, "stop", { reason })) ?? refuseState(call, change, "stopped");
    return { data: await readChange(call, moved) };
  },
});

export const undoFleetChange = organizationWrite({
  name: "fleet.undo_change",
  title: "Undo a change of many shops",
  summary: "Takes the change back in every shop it was made in, and runs their feeds.",
  description:
    "In each shop the change is undone as `POST /undo` does it, and later changes stay. A shop in which someone has changed the same thing since keeps what it has: its status is `not_undone` and `reason` says why. Undo again to try those once more.",
  scope: "write_org",
  http: { method: "POST", path: "/org/fleet/changes/{change_id}/undo", status: 200 },
  path: ChangePath,
  output,
  errors: ["resource_not_found", "insufficient_scope", "fleet_change_state", "undo_impossible"],
  audit: "fleet_change.undone",
  mcp: HIDDEN,
  target,
  before,
  async run(call, { target: change }) {
    if (!isUndoable(FleetAction.parse(change.action)))
      return call.fail(
        "undo_impossible",
        "Runs and extracts can't be undone. To serve an earlier file, publish an earlier run of the shop.",
      );
    const keyId = actingKeyId(call, change);
    const targets = await listTargets(call.organization, change.id);
    const moved = (await moveChange(call.organization, change.id, "undo", { keyId })) ?? refuseState(call, change, "undone");
    for (const { id, status } of targets) if (status === "not_undone") await moveTarget(call.organization, id, "retry");
    return { data: await readChange(call, moved) };
  },
});

export const cancelFleetChange = organizationWrite({
  name: "fleet.cancel_change",
  title: "Cancel a change of many shops",
  summary: "Gives up a change that hasn't been started.",
  scope: "write_org",
  http: { method: "POST", path: "/org/fleet/changes/{change_id}/cancel", status: 200 },
  path: ChangePath,
  output,
  errors: ["resource_not_found", "fleet_change_state"],
  audit: "fleet_change.cancelled",
  mcp: HIDDEN,
  target,
  before,
  async run(call, { target: change }) {
    const moved =
      (await moveChange(call.organization, change.id, "cancel", { dueInSeconds: null })) ?? refuseState(call, change, "cancelled");
    return { data: await readChange(call, moved) };
  },
});

function actingKeyId(call: OrganizationChange & Refuse<"insufficient_scope">, change: FleetChangeRow): number {
  const { actor, scopes } = call;
  const scope = scopeOf(FleetAction.parse(change.action));
  if (actor.kind !== "key" || !scopes.has(scope))
    return call.fail("insufficient_scope", `This change needs the scope ${scope}. Use a key that has it.`);
  return actor.keyId;
}

function refuseState(call: Refuse<"fleet_change_state">, { status }: FleetChangeRow, done: string): never {
  return call.fail("fleet_change_state", `The change is ${status}, so it can't be ${done}.`);
}
