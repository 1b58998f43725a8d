import { randomBytes } from "node:crypto";
import { type FrontAnswer, frontClient } from "../../../test/harness/front-client.ts";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase } from "../../../test/harness/shop-fixture.ts";
import { storedId } from "../../kernel/ids.ts";
import { branded } from "../../kernel/unsafe.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { httpFront } from "../../surfaces/http/http-front.suite.ts";
import { workNextFleetChange } from "../../surfaces/jobs/fleet-work.ts";
import { claimExtract, workExtract } from "../extracts/index.ts";
import { createKey } from "../keys/index.ts";
import { OPERATIONS } from "../operations.ts";
import { insertActiveConnection, insertOrganization } from "../organizations/index.ts";
import { claimRun, startRequestedRerun, workRun } from "../runs/index.ts";
import { installShop } from "../shops/index.ts";

export interface FleetShop {
  readonly id: number;
  readonly feed: number;
}

/** An organization with so many connected shops of four rows, whose feeds have run, asked over HTTP; work happens when a test says so. */
export async function fleetShops(count: number) {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await jobsDatabase());
  const storefront = listedStorefront(listedCatalog(4));
  const { services } = stack.use(await realServices(storefront));
  let statements = 0;
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1;
      return result;
    },
  });
  const front = stack.use(await httpFront({ operations: OPERATIONS, database: { db, reserve: db }, services }));
  const operations = new Map(OPERATIONS.map((operation) => [operation.name, operation]));
  const signal = new AbortController().signal;

  async function workRuns(): Promise<void> {
    for (let claim = await claimRun(db, "test", 20); claim !== undefined; claim = await claimRun(db, "test", 20)) {
      const end = async (shop: Parameters<typeof startRequestedRerun>[0], run: { readonly feed_id: number }) =>
        startRequestedRerun(shop, services.queue, storedId("feed", run.feed_id));
      await workRun(services, openShop(db, storedId("shop", claim.shop_id)), claim, { signal, end });
    }
  }
  async function workExtracts(): Promise<void> {
    for (let claim = await claimExtract(db, "test", 20); claim !== undefined; claim = await claimExtract(db, "test", 20))
      await workExtract(services, openShop(db, storedId("shop", claim.shop_id)), claim, { signal, progress: () => undefined });
  }
  async function organization(name: string, grants: readonly string[] = ["full_access", "read_org", "write_org"]) {
    const id = await insertOrganization(db, name);
    const key = await createKey(db, { kind: "organization", organizationId: storedId("org", id), name, grants });
    return { id, keyId: key.id, client: frontClient(front, key.rawKey), key: key.rawKey };
  }
  async function connectedShop(organizationId: number, domain: string): Promise<FleetShop> {
    const wanted = { domain, currency: "USD", country: "US", storefront: "csv", storefrontConfig: {} } as const;
    const { shopId, feedId } = await installShop(services, db, wanted, { openShop, random: randomBytes });
    await insertActiveConnection(db, { organizationId, shopId, domain, clientLabel: domain });
    return { id: shopId, feed: feedId };
  }

  const agency = await organization("An agency");
  const shops: FleetShop[] = [];
  for (let n = 1; n <= count; n += 1) shops.push(await connectedShop(agency.id, `client-${n}.example`));
  await workExtracts();
  await workRuns();
  const running = stack.move();
  return {
    db,
    services,
    front,
    agency,
    shops,
    storefront,
    organization,
    connectedShop,
    workRuns,
    workExtracts,
    /** What a worker does until it has to wait; true: there was something. */
    async workFleet(): Promise<void> {
      await db
        .updateTable("fleet_changes")
        .set({ work_due_at: new Date(0) })
        .where("work_due_at", "is not", null)
        .execute();
      await db
        .updateTable("fleet_change_targets")
        .set({ retry_at: new Date(0) })
        .where("retry_at", "is not", null)
        .execute();
      while (await workNextFleetChange({ db, services, operations }, signal));
    },
    operations,
    signal,
    /** How many statements the shops' own database has seen meanwhile. */
    async counted(work: () => Promise<unknown>): Promise<{ readonly rows: number }> {
      const before = statements;
      await work();
      return { rows: statements - before };
    },
    change: async (id: unknown): Promise<FleetAnswer> => answerOf(agency.client.get(`/org/fleet/changes/${String(id)}`)),
    create: (body: object): Promise<FleetAnswer> => answerOf(agency.client.post("/org/fleet/changes", body)),
    decide: (id: number, what: "start" | "stop" | "undo" | "cancel", body?: object): Promise<FleetAnswer> =>
      answerOf(agency.client.post(`/org/fleet/changes/${id}/${what}`, body ?? (what === "start" ? {} : undefined))),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** What tests look at of a change. */
export interface FleetAnswer {
  readonly id: number;
  readonly status: string;
  readonly stopped_reason: string | null;
  readonly stages: readonly number[];
  readonly stage: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly shops: readonly Readonly<Record<string, unknown>>[];
}

async function answerOf(asked: Promise<FrontAnswer>): Promise<FleetAnswer> {
  const answer = await asked;
  if (answer.status >= 400) throw new Error(`${answer.status} ${answer.text}`);
  return branded<FleetAnswer>(answer.data);
}

export const statuses = ({ shops }: FleetAnswer): readonly unknown[] => shops.map(({ status }) => status);

export type FleetShops = Awaited<ReturnType<typeof fleetShops>>;
