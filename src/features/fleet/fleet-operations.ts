import type { AnyOperation } from "../operation.ts";
import { createFleetChange } from "./create-change.ts";
import { cancelFleetChange, startFleetChange, stopFleetChange, undoFleetChange } from "./decide-change.ts";
import { getFleet } from "./get-fleet.ts";
import { getFleetChange, listFleetChanges } from "./list-changes.ts";
import { listFindingsOfFleet } from "./list-fleet-findings.ts";

/** What an organization sees and does of all its shops at once, as part of `OPERATIONS`. */
export const FLEET_OPERATIONS: readonly AnyOperation[] = Object.freeze([
  getFleet,
  listFindingsOfFleet,
  listFleetChanges,
  createFleetChange,
  getFleetChange,
  startFleetChange,
  stopFleetChange,
  undoFleetChange,
  cancelFleetChange,
]);
