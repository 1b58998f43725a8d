import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { type GoogleFake, startGoogleFake } from "../../../test/platforms/google/google-fake.ts";
import { storedId } from "../../kernel/ids.ts";
import { branded } from "../../kernel/unsafe.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";
import { chooseAccount, connectChannel, finishSignIn, type SignInEnd } from "../channel-connections/index.ts";
import { assignChannel, getChannel } from "../channels/index.ts";
import type { AnyOperation, Services } from "../operation.ts";
import { claimRun, workRun } from "../runs/index.ts";
import { claimDatafeed } from "./claim-datafeeds.ts";
import { createDatafeed } from "./create-datafeed.ts";
import { listDatafeeds } from "./list-datafeeds.ts";
import { workDatafeed } from "./work-datafeed.ts";

/** A shop whose feed can be run, and Google as the fake plays it. The fake and the services are new for each test. */
export const world = branded<{ fake: GoogleFake; listed: ListedShop; services: Services }>({});

/** Changes what this installation is configured with, for the rest of the test. */
export function configure(changes: Partial<Services>): void {
  world.services = { ...world.services, ...changes };
}

export const signal = new AbortController().signal;
export const path = (more: object = {}) => ({ slug: "google", ...more });

/** Registers the hooks of the test file that calls it. */
export function playGoogleShop(): void {
  beforeAll(async () => {
    world.listed = await listedShop("datafeeds.example", 2);
  });
  afterAll(() => world.listed[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.fake = await startGoogleFake({ seed: 7, homepage: "https://shop.example" });
    world.services = { ...world.listed.real.services, platforms: { google: world.fake.settings } };
  });
  afterEach(async () => {
    for (const table of ["sync_logs", "datafeeds", "channel_connections", "sign_in_states", "platform_rates", "feed_channels"] as const)
      await world.listed.database.db.deleteFrom(table).execute();
    await world.fake[Symbol.asyncDispose]();
  });
}

export const ask = <Answer>(operation: AnyOperation, input: Parameters<typeof perform>[3] = {}) =>
  perform<Answer>(world.services, world.listed.shop, operation, { path: path(), ...input });
export const channel = () =>
  ask<{ readonly status: string; readonly account: object | null; readonly error: { readonly code: string } | null }>(getChannel);

/** What the browser brings back from Google's consent page. */
export async function visitConsent(): Promise<Readonly<Record<string, string>>> {
  const { authorize_url: url } = await ask<{ readonly authorize_url: string }>(connectChannel, { body: {} });
  const page = await fetch(url, { redirect: "manual" });
  return Object.fromEntries(new URL(page.headers.get("location") ?? "").searchParams);
}

export async function signIn(query?: Readonly<Record<string, string>>): Promise<SignInEnd> {
  const pack = world.services.channels.find(({ slug }) => slug === "google");
  if (pack === undefined) throw new Error("Google is a channel");
  const open = { db: world.listed.database.db, openShop, requestId: "req_test" };
  return finishSignIn(world.services, { pack, query: query ?? (await visitConsent()), ...open });
}

export async function connect(): Promise<void> {
  await signIn();
  await ask(chooseAccount, { body: { account_id: "1001" } });
}

export const assign = () => ask(assignChannel, { path: path({ feed_id: String(world.listed.primaryId) }), body: {} });

export interface Datafeed {
  readonly id: number;
  readonly datafeed_id: string | null;
  readonly fetch_url: string;
  readonly hour: number;
}

export const create = (body: object = {}) =>
  ask<Datafeed>(createDatafeed, { body: { feed_id: `feed_${world.listed.primaryId}`, ...body } });
export const list = () => ask<readonly Datafeed[]>(listDatafeeds);

/** Does what workers do until nothing is due. Answers how much there was. */
export async function work(db: Db = world.listed.database.db): Promise<number> {
  for (let done = 0; done < 10; done += 1) {
    const row = await claimDatafeed(db);
    if (row === undefined) return done;
    await workDatafeed(world.services, openShop(db, storedId("shop", row.shop_id)), row, signal);
  }
  throw new Error("there is no end of it");
}

export async function workNextRun(): Promise<void> {
  const claim = await claimRun(world.listed.database.db, "test", 20);
  if (claim === undefined) throw new Error("no run waits");
  await workRun(world.services, world.listed.shop, claim, { signal, end: async () => undefined });
}

/** As if its time had come. */
export const makeDue = () =>
  world.listed.database.db
    .updateTable("datafeeds")
    .set({ work_due_at: new Date(0), leased_until: null })
    .execute();

export async function registered(): Promise<Datafeed> {
  await connect();
  await assign();
  const datafeed = await create();
  await work();
  return datafeed;
}
