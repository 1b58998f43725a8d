import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../test/harness/postgres-template.ts";
import { openSecrets } from "../../platform/secrets/open-secrets.ts";
import { answerOnce, type RepeatableRequest } from "./index.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const secrets = openSecrets(Buffer.alloc(32, 7));
const request: RepeatableRequest = {
  idempotencyKey: "one",
  keyId: 1,
  credential: { kind: "key", text: "svc_live_sk_1" },
  shopId: null,
  method: "POST",
  path: "/v1/things",
  query: "",
  body: Buffer.from("{}"),
};
const answer = { status: 201, headers: {}, body: '{"data":"é"}' };
const ask = () =>
  database.db.transaction().execute((db) =>
    answerOnce(db, secrets, request, async () => {
      done += 1;
      return { answer, changed: true };
    }),
  );
let done = 0;

test("an answer that was stored as text before an upgrade is given again to the byte", async () => {
  expect(await ask()).toEqual(answer);
  const { request_hash: hash } = await database.db.selectFrom("idempotent_answers").select("request_hash").executeTakeFirstOrThrow();
  const text = secrets.sharedWith("svc_live_sk_1", "idempotency one").seal(hash.toString("hex"), JSON.stringify(answer));
  await database.db
    .updateTable("idempotent_answers")
    .set({ sealed: Buffer.from(text) })
    .execute();
  expect(await ask()).toEqual({ ...answer, headers: { "idempotent-replayed": "true" } });
  expect(done).toBe(1);
});
