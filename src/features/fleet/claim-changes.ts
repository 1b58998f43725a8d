import { sql } from "kysely";
import type { Db, OrganizationDb } from "../../platform/postgres/postgres-port.ts";
import { claimInTurn } from "../turns/index.ts";
import type { FleetChangeRow } from "./fleet-change.ts";

/** A change that is due is leased for this long; heartbeats renew the lease, and any worker goes on with one that fell silent. */
const FLEET_LEASE_SECONDS = 30;

/** Of an organization at a time, over all processes. */
const OF_ORGANIZATION_MAX = 2;

export async function claimFleetChange(db: Db): Promise<FleetChangeRow | undefined> {
  return claimInTurn(
    db,
    { table: "fleet_changes", owner: "organization_id", ofOwnerMax: OF_ORGANIZATION_MAX },
    (id) => sql<FleetChangeRow>`
      update fleet_changes set leased_until = now() + make_interval(secs => ${FLEET_LEASE_SECONDS}), claims = claims + 1
      where id = ${id} returning *`,
  );
}

/** Cheap enough to be asked every second. */
export async function fleetWorkWaits(db: Db): Promise<boolean> {
  const { rows } = await sql<{ readonly waits: boolean }>`
    select exists (
      select from fleet_changes where work_due_at <= now() and (leased_until is null or leased_until < now())
    ) as waits`.execute(db);
  return rows[0]?.waits === true;
}

type Claim = Pick<FleetChangeRow, "id" | "claims">;

/** A heartbeat; false: another worker has it, or it's gone. */
export async function keepFleetChange({ db, organizationId }: OrganizationDb, { id, claims }: Claim): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update fleet_changes set leased_until = now() + make_interval(secs => ${FLEET_LEASE_SECONDS})
    where organization_id = ${organizationId} and id = ${id} and claims = ${claims}`.execute(db);
  return numAffectedRows === 1n;
}

/** Gives the claim back. `seconds`: until the next look; null: when a person asks for something. What was asked for meanwhile stays due. */
export async function releaseFleetChange(
  { db, organizationId }: OrganizationDb,
  { id, claims, status }: Claim & Pick<FleetChangeRow, "status">,
  seconds: number | null,
): Promise<void> {
  await sql`
    update fleet_changes set leased_until = null,
      work_due_at = case when status <> ${status} then work_due_at else now() + make_interval(secs => ${seconds}) end
    where organization_id = ${organizationId} and id = ${id} and claims = ${claims}`.execute(db);
}
