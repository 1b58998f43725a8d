import { createHmac, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createShopKey } from "../../src/features/keys/index.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { secretsKeyId } from "../../src/platform/secrets/open-secrets.ts";
import { type AnsweringServer, answeringServer } from "../harness/answering-server.ts";
import { apiClient, type ApiClient } from "../harness/api-client.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import { testShop } from "../harness/shop-fixture.ts";

/** Two nodes, one of which still has the old key first, send signed deliveries while every secret is sealed again. */

const [OLD, NEW] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
const CHANGED = { SECRETS_KEY: NEW, SECRETS_KEY_PREVIOUS: OLD };
const WEBHOOKS = 20;

let home: ClonedService;
let sink: AnsweringServer;
let client: ApiClient;
const secretOf = new Map<string, string>();

beforeAll(async () => {
  sink = await answeringServer();
  sink.answer((response) => response.writeHead(204).end());
  home = await clonedService({ SECRETS_KEY: OLD, SECRETS_KEY_PREVIOUS: NEW, ALLOW_PRIVATE_WEBHOOKS: "1" });
  await home.start();
  const { shop } = await testShop(home.database.db);
  const grants = { name: "Rotating", grants: ["read_webhooks", "write_webhooks"] };
  client = apiClient(home.url, (await createShopKey({ shop, clock: systemClock }, grants)).rawKey);
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await sink[Symbol.asyncDispose]();
});

async function addWebhook(): Promise<string> {
  const made = await client.post("/webhooks", { endpoint_url: `${sink.url}/${secretOf.size}`, events: ["feed.updated"] });
  expect(made.status).toBe(201);
  secretOf.set(`/${secretOf.size}`, String(made.data["secret"]));
  return String(made.data["id"]);
}

async function rotate(...options: readonly string[]) {
  return members(parseJson(await home.commandWith(CHANGED, "secrets", "rotate", "--json", ...options).output));
}

test("every delivery is signed with its webhook's secret before, while and after the key changes, and nothing is left under the old one", async () => {
  const ids: string[] = [];
  for (let at = 0; at < WEBHOOKS; at += 1) ids.push(await addWebhook());
  home.startWorker(CHANGED);
  let asked = 0;
  const ping = async (): Promise<void> => {
    for (const id of ids) {
      expect((await client.post(`/webhooks/${id}/test`)).status).toBe(202);
      asked += 1;
    }
  };
  await ping();
  await Promise.all([ping(), rotate()]);
  // This node seals with the old key until it is started with the new one first.
  ids.push(await addWebhook());
  await expect(home.commandWith(CHANGED, "secrets", "rotate", "--check").output).rejects.toThrow("ended with 1");
  expect(await rotate()).toMatchObject({ total: WEBHOOKS + 1, current: WEBHOOKS + 1, rotated: 1, remaining: 0, unreadable: 0 });
  await ping();
  await expect.poll(() => sink.requests.length, { timeout: 300_000 }).toBe(asked);
  for (const { path, headers, body } of sink.requests) {
    const expected = createHmac("sha256", secretOf.get(path) ?? "")
      .update(`${String(headers["x-svc-timestamp"])}.${body}`)
      .digest("hex");
    expect(headers["x-svc-signature"]).toBe(`sha256=${expected}`);
  }
});

test("with the new key alone everything opens, and with another nothing does", async () => {
  const only = { SECRETS_KEY: NEW, SECRETS_KEY_PREVIOUS: "" };
  expect(await home.commandWith(only, "secrets", "rotate", "--check").output).toContain("Every secret is sealed with the key in use.");
  const other = { SECRETS_KEY: randomBytes(32).toString("hex"), SECRETS_KEY_PREVIOUS: "" };
  await expect(home.commandWith(other, "secrets", "rotate", "--check").output).rejects.toThrow("ended with 1");
});

test("no process works with a key that never was this installation's, until somebody accepts what is lost by that", async () => {
  const other = { SECRETS_KEY: randomBytes(32).toString("hex"), SECRETS_KEY_PREVIOUS: "" };
  const needed = secretsKeyId(Buffer.from(NEW, "hex"));
  for (const command of [["worker"], ["shop", "list"]])
    await expect(home.commandWith(other, ...command).output).rejects.toThrow(`secrets were encrypted with the key ${needed}`);
  const doctor = home.commandWith(other, "doctor");
  await expect(doctor.output).rejects.toThrow("ended with 1");
  expect(doctor.said()).toContain(`FAIL  Secrets: This installation's secrets were encrypted with the key ${needed}`);
  expect(await home.commandWith(other, "secrets", "rotate", "--accept-losses").output).toContain(`${WEBHOOKS + 1} secrets are lost.`);
  expect(await home.commandWith(other, "doctor").output).toContain("ok    Secrets: ");
});
