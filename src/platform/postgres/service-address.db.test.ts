import { hostname } from "node:os";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../test/harness/postgres-template.ts";
import { announceAddress, findServiceAddress, forgetAddresses } from "./service-address.ts";

const OURS = { publicUrl: "http://127.0.0.1:8181", filesUrl: "https://files.example" };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase("migrated");
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => forgetAddresses(database.db));

/** As a process left its row. */
async function leave(row: { readonly host: string; readonly pid?: number; readonly silentS?: number }): Promise<void> {
  const { host, pid = 1, silentS = 0 } = row;
  await sql`
    insert into service_addresses (id, public_url, files_url, host, pid, process_start, beat_at)
    values (${`${host}-${pid}`}, 'http://left.example', 'http://left.example', ${host}, ${pid}, 'long ago', now() - make_interval(secs => ${silentS}))`.execute(
    database.db,
  );
}

test("a service is found while it runs, and no longer when it has stopped", async () => {
  expect(await findServiceAddress(database.db)).toBeUndefined();
  const announced = await announceAddress(database.db, "one", OURS);
  expect(await findServiceAddress(database.db)).toEqual(OURS);
  await announced[Symbol.asyncDispose]();
  expect(await findServiceAddress(database.db)).toBeUndefined();
});

test("of several services the one that started first is found", async () => {
  await using _first = await announceAddress(database.db, "z", OURS);
  await using _second = await announceAddress(database.db, "a", { publicUrl: "http://other.example", filesUrl: "http://other.example" });
  expect(await findServiceAddress(database.db)).toEqual(OURS);
});

test("a process of this machine that was killed misleads nobody, and does not hide a living one", async () => {
  await leave({ host: hostname() });
  expect(await findServiceAddress(database.db)).toBeUndefined();
  await using _living = await announceAddress(database.db, "one", OURS);
  expect(await findServiceAddress(database.db)).toEqual(OURS);
});

test("a process of another machine is believed until it has been silent for 20 seconds", async () => {
  await leave({ host: "another", silentS: 25 });
  expect(await findServiceAddress(database.db)).toBeUndefined();
  await leave({ host: "a-third", silentS: 15 });
  expect(await findServiceAddress(database.db)).toEqual({ publicUrl: "http://left.example", filesUrl: "http://left.example" });
});
