import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { members } from "../../kernel/unsafe.ts";
import { workNextFleetChange } from "../../surfaces/jobs/fleet-work.ts";
import { type FleetAnswer, type FleetShops, fleetShops, statuses } from "./fleet-shops.suite.ts";

/** Three shops with the rows 1001 to 1004: everything about one rollout that takes the database, with runs worked off when a test says so. */

let fleet: FleetShops;
beforeAll(async () => {
  fleet = await fleetShops(3);
});
afterAll(() => fleet[Symbol.asyncDispose]());

let label = 0;
beforeEach(() => {
  label += 1;
});
/** Another value in each test. */
const rule = () => ({ type: "set_value", target: "custom_label_1", value: `Label ${label}` });
const everywhere = () => fleet.shops.map(({ id }) => ({ shop_id: id }));

async function ready(body: object): Promise<FleetAnswer> {
  const { id } = await fleet.create({ action: { type: "add_rule", rule: rule() }, shops: everywhere(), ...body });
  await fleet.workFleet();
  return fleet.change(id);
}

/** A worker's look, the runs it asked for, and its next look. */
async function round(id: number): Promise<FleetAnswer> {
  await fleet.workFleet();
  await fleet.workRuns();
  await fleet.workFleet();
  return fleet.change(id);
}

const rulesOf = async (feed: number | undefined): Promise<number> => {
  const { rules } = await fleet.db
    .selectFrom("rules")
    .select(({ fn }) => fn.countAll<number>().as("rules"))
    .where("feed_id", "=", feed ?? 0)
    .where("definition", "is not", null)
    .executeTakeFirstOrThrow();
  return rules;
};
const allRules = (): Promise<readonly number[]> => Promise.all(fleet.shops.map(({ feed }) => rulesOf(feed)));

describe("a rollout", () => {
  test("is previewed per shop, then made stage by stage once the runs of the stage before are live, and undone everywhere", async () => {
    const before = await allRules();
    const prepared = await ready({ stages: [1, 1] });
    expect(prepared).toMatchObject({ status: "ready", stages: [1, 1, 1], stage: 1, counts: { waiting: 3 } });
    expect(prepared.shops.map(({ stage }) => stage)).toEqual([1, 2, 3]);
    expect(prepared.shops[0]?.["preview"]).toMatchObject({ rows_before: 4, rows_after: 4, changed: 4, error: null });
    expect(await allRules()).toEqual(before);

    await fleet.decide(prepared.id, "start");
    await fleet.workFleet();
    expect(statuses(await fleet.change(prepared.id))).toEqual(["applied", "waiting", "waiting"]);
    const second = await round(prepared.id);
    expect([statuses(second), second.stage]).toEqual([["done", "applied", "waiting"], 2]);
    expect(statuses(await round(prepared.id))).toEqual(["done", "done", "applied"]);
    const over = await round(prepared.id);
    expect(over).toMatchObject({ status: "completed", undoable: true, counts: { done: 3 } });
    expect(await allRules()).toEqual(before.map((count) => count + 1));

    await fleet.decide(prepared.id, "undo");
    const undone = await round(prepared.id);
    expect([undone.status, statuses(undone)]).toEqual(["undone", Array(3).fill("undone")]);
    expect(await allRules()).toEqual(before);
  });

  test("shows in each shop's audit log as a change of the organization's key", async () => {
    const prepared = await ready({ stages: [4], shops: everywhere().slice(0, 2) });
    await fleet.decide(prepared.id, "start");
    const { shops } = await round(prepared.id);
    for (const { shop_id: shopId, audit_id: auditId } of shops) {
      const entry = await fleet.db.selectFrom("audit_log").selectAll().where("id", "=", Number(auditId)).executeTakeFirstOrThrow();
      expect(entry).toMatchObject({
        shop_id: shopId,
        action: "rule.created",
        actor: { key_kind: "organization", organization_id: fleet.agency.id },
      });
    }
  });

  test("stops at a held run, says why, and goes on when a person says so", async () => {
    const prepared = await ready({
      action: { type: "add_rule", rule: { type: "exclude", reason: "All", condition: "[D]price > 0" } },
      stages: [1],
    });
    expect(prepared.shops[0]?.["preview"]).toMatchObject({ rows_before: 4, rows_after: 0, newly_excluded: 4 });
    await fleet.decide(prepared.id, "start");
    const held = await round(prepared.id);
    expect(held).toMatchObject({ status: "stopped", counts: { held: 1, waiting: 2 } });
    expect(held.stopped_reason).toMatch(/client-1.example: The run is held\. .*no product/);
    expect(held.shops[0]).toMatchObject({ status: "held", run_id: expect.stringMatching(/^run_/) });
    await fleet.decide(prepared.id, "start");
    await fleet.workFleet();
    expect(statuses(await fleet.change(prepared.id))).toEqual(["held", "applied", "applied"]);
    expect((await round(prepared.id)).status).toBe("stopped");
    await fleet.decide(prepared.id, "undo");
    expect(statuses(await round(prepared.id))).toEqual(Array(3).fill("undone"));
  });

  test("can be stopped between two shops, and is over after that only for those that were changed", async () => {
    const prepared = await ready({ stages: [1] });
    await fleet.decide(prepared.id, "start");
    await fleet.workFleet();
    await fleet.decide(prepared.id, "stop");
    const stopped = await round(prepared.id);
    expect([stopped.status, statuses(stopped)]).toEqual(["stopped", ["done", "waiting", "waiting"]]);
    await fleet.decide(prepared.id, "undo");
    expect(statuses(await round(prepared.id))).toEqual(["undone", "waiting", "waiting"]);
  });

  test("says in the preview which shop lacks a column, and skips it", async () => {
    const [first] = fleet.shops;
    await fleet.agency.client.patch(`/feeds/feed_${first?.feed}/extra_columns?shop_id=${first?.id}`, { extra_columns: ["badge"] });
    await fleet.workRuns();
    const prepared = await ready({ action: { type: "add_rule", rule: { type: "set_value", target: "badge", value: "New" } }, stages: [4] });
    expect(prepared.shops.map(({ preview }) => members(members(preview)["error"])["code"] ?? null)).toEqual([
      null,
      ...Array<string>(2).fill("rule_invalid"),
    ]);
    await fleet.decide(prepared.id, "start");
    const over = await round(prepared.id);
    expect([over.status, statuses(over)]).toEqual(["completed", ["done", "skipped", "skipped"]]);
    expect(over.shops[1]?.["reason"]).toMatch(/badge/);
  });
});

describe("undoing", () => {
  test("leaves a shop alone in which someone has changed the same rule since, and says so", async () => {
    const prepared = await ready({ stages: [4], shops: everywhere().slice(0, 2) });
    await fleet.decide(prepared.id, "start");
    await round(prepared.id);
    const [first] = fleet.shops;
    const shop = `shop_id=${first?.id}`;
    const added = (await fleet.agency.client.get(`/feeds/feed_${first?.feed}/rules?${shop}`)).list.at(-1);
    const changed = await fleet.agency.client.patch(`/feeds/feed_${first?.feed}/rules/${String(added?.["id"])}?${shop}`, {
      rule: { value: "Changed by hand" },
    });
    expect(changed.status).toBe(200);
    await fleet.decide(prepared.id, "undo");
    const undone = await round(prepared.id);
    expect([undone.status, statuses(undone)]).toEqual(["undone", ["not_undone", "undone"]]);
    expect(undone.shops[0]?.["reason"]).toMatch(/changed since/);
    // Once that is taken back, so is this.
    expect((await fleet.agency.client.post(`/undo?${shop}`, {})).status).toBe(200);
    await fleet.decide(prepared.id, "undo");
    expect(statuses(await round(prepared.id))).toEqual(["undone", "undone"]);
  });

  test("isn't offered for runs and extracts", async () => {
    const prepared = await ready({ action: { type: "run" }, stages: [4] });
    expect(prepared.shops[0]?.["preview"]).toMatchObject({ rows_before: 4, rows_after: null });
    await fleet.decide(prepared.id, "start");
    const over = await round(prepared.id);
    expect(over).toMatchObject({ status: "completed", undoable: false });
    expect((await fleet.agency.client.post(`/org/fleet/changes/${prepared.id}/undo`)).code).toBe("undo_impossible");
  });
});

describe("workers", () => {
  test("go on with what a killed one began, and change no shop twice", async () => {
    const before = await allRules();
    const prepared = await ready({ stages: [4] });
    await fleet.decide(prepared.id, "start");
    // Killed after it claimed the change: its lease is silent, and it never gives the claim back.
    const claim = { leased_until: new Date(Date.now() + 60_000), claims: 1_000 };
    await fleet.db.updateTable("fleet_changes").set(claim).where("id", "=", prepared.id).execute();
    await fleet.workFleet();
    expect(statuses(await fleet.change(prepared.id))).toEqual(Array(3).fill("waiting"));
    await fleet.db
      .updateTable("fleet_changes")
      .set({ leased_until: new Date(0) })
      .where("id", "=", prepared.id)
      .execute();
    expect(statuses(await round(prepared.id))).toEqual(Array(3).fill("done"));
    expect(await allRules()).toEqual(before.map((count) => count + 1));
  });

  test("that work on one change at once, because one had stalled, make each shop's change once", async () => {
    const before = await allRules();
    const prepared = await ready({ stages: [4] });
    await fleet.decide(prepared.id, "start");
    const { db, services, operations, signal } = fleet;
    const work = async (): Promise<void> => {
      // The lease of whoever works now counts as silent.
      await db
        .updateTable("fleet_changes")
        .set({ leased_until: null, work_due_at: new Date(0) })
        .where("id", "=", prepared.id)
        .execute();
      await workNextFleetChange({ db, services, operations }, signal);
    };
    await Promise.all([work(), work(), work(), work()]);
    expect((await round(prepared.id)).status).toBe("completed");
    expect(await allRules()).toEqual(before.map((count) => count + 1));
    const audited = await db
      .selectFrom("fleet_change_targets")
      .innerJoin("audit_log", "audit_log.shop_id", "fleet_change_targets.shop_id")
      .select("audit_log.id")
      .where("change_id", "=", prepared.id)
      .where("audit_log.action", "=", "rule.created")
      .whereRef("audit_log.created_at", ">=", "fleet_change_targets.applied_at")
      .execute();
    expect(audited).toHaveLength(3);
  });
});
