import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/harness/postgres-template.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import { heldObjects, holdObjects, removeHeld } from "./hold-objects.ts";

let database: TestDatabase;
let removed: string[];
const store = () => heldObjects(branded<ObjectStore>({ remove: async (prefix: string) => void removed.push(prefix) }), database.db);
const keepHouse = () => removeHeld(database.db, store(), new AbortController().signal);
const waiting = async () =>
  (await database.db.selectFrom("held_removals").select("prefix").orderBy("prefix").execute()).map(({ prefix }) => prefix);

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => {
  removed = [];
});

test("without a backup, objects are removed at once", async () => {
  await store().remove("shops/1/runs/1/1/");
  expect([removed, await waiting()]).toEqual([["shops/1/runs/1/1/"], []]);
});

test("while one is made nothing is removed, and all of it once the last one has ended", async () => {
  const one = await holdObjects(database.db, "one");
  {
    await using _ = await holdObjects(database.db, "two");
    await store().remove("shops/1/runs/2/1/");
    await store().remove("shops/1/runs/2/1/");
  }
  await keepHouse();
  expect([removed, await waiting()]).toEqual([[], ["shops/1/runs/2/1/"]]);
  await one.require();
  await one[Symbol.asyncDispose]();
  await keepHouse();
  expect([removed, await waiting()]).toEqual([["shops/1/runs/2/1/"], []]);
});

test("a hold that isn't renewed ends, and its backup is told", async () => {
  await using hold = await holdObjects(database.db, "lapsed");
  await database.db
    .updateTable("backup_holds")
    .set({ held_until: sql<Date>`now() - interval '1 second'` })
    .execute();
  await store().remove("shops/1/runs/3/1/");
  expect(removed).toEqual(["shops/1/runs/3/1/"]);
  await expect(hold.require()).rejects.toMatchObject({ code: "backup_interrupted" });
});

test("of what waits, nothing is lost if a backup begins while it's removed", async () => {
  await database.db
    .insertInto("held_removals")
    .values([{ prefix: "shops/1/a/" }, { prefix: "shops/1/b/" }])
    .execute();
  const beginning = heldObjects(
    branded<ObjectStore>({
      remove: async (prefix: string) => {
        removed.push(prefix);
        await database.db
          .insertInto("backup_holds")
          .values({ id: "begun", held_until: sql<Date>`now() + interval '1 hour'` })
          .execute();
      },
    }),
    database.db,
  );
  await removeHeld(database.db, beginning, new AbortController().signal);
  expect([removed, await waiting()]).toEqual([["shops/1/a/"], ["shops/1/a/", "shops/1/b/"]]);
});
