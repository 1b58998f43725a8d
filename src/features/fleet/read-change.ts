import { namedActor } from "../keys/index.ts";
import type { OrganizationChange } from "../operation.ts";
import { countTargets, listTargets } from "./change-queries.ts";
import { changeAnswer, countsOf, type FleetChangeDetailShape, targetAnswer } from "./change-shapes.ts";
import { FleetAction, isUndoable } from "./fleet-action.ts";
import type { FleetChangeRow, FleetTargetStatus } from "./fleet-change.ts";
import { presentStage } from "./next-step.ts";

type Call = Pick<OrganizationChange, "organization">;

/** A change with its shops, as answers show it. */
export async function readChange(call: Call, row: FleetChangeRow): Promise<FleetChangeDetailShape> {
  const targets = await listTargets(call.organization, row.id);
  const counts = countsOf([...Map.groupBy(targets, ({ status }) => status)].map(([status, those]) => ({ status, targets: those.length })));
  const described = { counts, stage: presentStage(row, targets), ...of(call, row), undoable: undoable(row, counts) };
  return { ...changeAnswer(row, described), shops: targets.map(targetAnswer) };
}

/** Changes without their shops. */
export async function describeChanges({ organization }: Call, rows: readonly FleetChangeRow[]) {
  const counted = await countTargets(
    organization,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = counted.filter(({ change_id: id }) => id === row.id);
    const counts = countsOf(own);
    const stage = presentStage(
      row,
      own.map(({ status, stage: at }) => ({ status, stage: at })),
    );
    return changeAnswer(row, { counts, stage, ...of({ organization }, row), undoable: undoable(row, counts) });
  });
}

function of({ organization }: Call, row: FleetChangeRow) {
  return { createdBy: namedActor(row.created_by, organization.organizationId) };
}

/** Whether anything is there to be taken back. */
function undoable({ action, status }: FleetChangeRow, counts: Readonly<Record<FleetTargetStatus, number>>): boolean {
  const { applied, done, held, failed, not_undone: refused } = counts;
  return (
    isUndoable(FleetAction.parse(action)) &&
    ["stopped", "completed", "undone"].includes(status) &&
    applied + done + held + failed + refused > 0
  );
}
