import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../test/harness/listed-shop.ts";
import type { App } from "../app.ts";
import { putConfig } from "../features/config/index.ts";
import { PlainError } from "../kernel/errors.ts";
import { branded } from "../kernel/unsafe.ts";
import { performCommand } from "./command-operation.ts";

let listed: ListedShop;
let app: App;
beforeAll(async () => {
  listed = await listedShop("commands.example", 1);
  // All of an app that an operation asks for.
  app = branded<App>({ services: listed.real.services, postgres: { db: listed.database.db } });
});
afterAll(() => listed[Symbol.asyncDispose]());

const put = (body: object, query: Readonly<Record<string, string>> = {}) =>
  performCommand(app, listed.shop, putConfig, { path: { id: String(listed.primaryId) }, query, body: Buffer.from(JSON.stringify(body)) });
const audited = () =>
  listed.database.db.selectFrom("audit_log").select(["action", "actor"]).where("action", "=", "config.applied").execute();

test("an operation asked at the command line leaves an audit row that says so; a dry run leaves none", async () => {
  expect(await put({ settings: { seo: true } }, { dry_run: "true" })).toMatchObject({ object: "config_plan" });
  expect(await audited()).toEqual([]);
  expect(await put({ settings: { seo: true } })).toMatchObject({ settings: { seo: true } });
  expect(await audited()).toEqual([{ action: "config.applied", actor: { kind: "command_line" } }]);
});

test("what is at fault is said a line each, and nothing is kept", async () => {
  const error = await put({ settings: { seo: 1 }, rules: [{ text: "Set title too 4" }] }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PlainError);
  expect(String(error).split("\n")).toEqual([
    expect.stringMatching(/\/settings\/seo: /),
    expect.stringMatching(/^\/rules\/0\/text, line 1, column \d+: /),
  ]);
  expect(await audited()).toHaveLength(1);
});
