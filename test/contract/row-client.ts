import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { type ErrorCode, ERRORS } from "../../src/kernel/errors.ts";
import { errorFaults } from "./answers.ts";
import { bearer, type Exchanged, JSON_TYPE } from "./exchange.ts";
import type { Scene, Tenant } from "./scene.ts";

/** Requests of one caller, for tests that look at one row of the specification after the other. */
export interface RowClient {
  send(method: string, route: string, body?: unknown): Promise<Exchanged>;
  /** Fails where it is not answered 2xx. */
  ask(method: string, route: string, body?: object): Promise<Exchanged>;
  /** Fails where it is not answered with exactly this error. Answers its members. */
  refused(code: ErrorCode, method: string, route: string, body?: unknown): Promise<Readonly<Record<string, unknown>>>;
}

export function rowClient(scene: Scene, key: string): RowClient {
  const send: RowClient["send"] = (method, route, body) =>
    scene.exchange({
      method,
      target: `/v1${route}`,
      headers: { ...bearer(key), ...(body === undefined ? {} : JSON_TYPE) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    send,
    ask: (method, route, body) => scene.ask(key, method, route, body),
    async refused(code, method, route, body) {
      const answer = await send(method, route, body);
      expect([answer.code, answer.status]).toEqual([code, ERRORS[code].status]);
      expect(errorFaults(answer)).toEqual([]);
      return answer.error;
    },
  };
}

/** Each look takes some milliseconds of the two cores that what is waited for works on. */
const POLL_MS = 100;
const WITHIN_MS = 300_000;

/** Asks until the answer is as wanted. */
export async function until(ask: () => Promise<Exchanged>, wanted: (answer: Exchanged) => boolean): Promise<Exchanged> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (performance.now() > deadline) throw new Error(`not within ${WITHIN_MS} ms; last: ${answer.status} ${answer.text}`);
    await sleep(POLL_MS);
  }
}

/** The feed's newest run, once it has ended. */
export const endedRun = (client: RowClient, feed: string): Promise<Exchanged> =>
  until(
    () => client.send("GET", `/feeds/${feed}/runs/latest`),
    ({ status, data }) => status === 200 && data["status"] !== "running",
  );

/** A market feed of the tenant's own, without a run under way. */
export async function ownFeed(scene: Scene, tenant: Tenant, more: object = {}): Promise<string> {
  const client = rowClient(scene, tenant.merchantKey);
  const body = { feed_type: "market", target_market: "CA", display_name: scene.fresh("Row "), ...more };
  const feed = String((await client.ask("POST", "/feeds", body)).data["id"]);
  await endedRun(client, feed);
  return feed;
}

/** A shop whose first extract was cancelled before it had a catalog; answers its merchant key. */
export async function bareShop(scene: Scene): Promise<string> {
  for (;;) {
    const storefront = { kind: "csv", csv: "Handle,Title,Variant SKU,Variant Price\nlamp,Lamp,L-1,12.90\n" };
    const { data } = await scene.ask(scene.adminKey, "POST", "/admin/shops", { domain: `${scene.fresh("bare")}.example`, storefront });
    const client = rowClient(scene, String(data["merchant_key"]));
    const extract = (await client.ask("GET", "/extracts/latest")).data["id"];
    if ((await client.send("POST", `/extracts/${String(extract)}/cancel`)).status === 200) return String(data["merchant_key"]);
  }
}
