import { setTimeout as sleep } from "node:timers/promises";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import type { Draw } from "../../src/storefronts/sample/seeded-draw.ts";
import type { Creation, Entry, Outcome } from "./cluster-history.ts";
import type { ClusterNode } from "./cluster-nodes.ts";
import { readClusterFeed } from "./cluster-reader.ts";
import type { ClusterShop } from "./cluster-shop.ts";

/** Clients of one shop, at all api nodes. Each does one thing after another and records it. */
export interface ClientScene {
  readonly apis: readonly ClusterNode[];
  readonly shop: ClusterShop;
  readonly draw: Draw;
  /** Products of the shop's first export. */
  readonly products: number;
  /** How long clients are to work, roughly: what a shop may have few of is spread over it. */
  readonly budgetMs: number;
  readonly record: (entry: Entry) => void;
  readonly over: () => boolean;
}

/** A request that takes longer was lost. */
const TIMEOUT_MS = 10_000;
/** Of one request, after an answer that leaves it open. */
const RETRY_MS = 150;
/** Fewer than a shop may have. */
const KEYS_MAX = 60;
const RULES_MAX = 200;
const FEEDS_MAX = 2;
const EDIT_PAUSE_MS = [400, 1_600] as const;
const WORK_PAUSE_MS = [800, 3_000] as const;
const READ_PAUSE_MS = [30, 120] as const;

export function startClients(scene: ClientScene): Promise<unknown> {
  const readers = scene.apis.map((node, at) => reader(scene, node, at));
  return Promise.all([...readers, creator(scene), editor(scene, 0), editor(scene, 1), requester(scene)]);
}

interface Told {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly invokedMs: number;
  readonly endedMs: number;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask({ url }: ClusterNode, key: string, { method, path, body, headers = {} }: Asked): Promise<Told> {
  const invokedMs = performance.now();
  const type = body === undefined ? {} : { "content-type": "application/json" };
  try {
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...type, ...headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    const data = text === "" ? {} : members(members(parseJson(text))["data"]);
    return { status: answer.status, data, invokedMs, endedMs: performance.now() };
  } catch {
    return { status: 0, data: {}, invokedMs, endedMs: performance.now() };
  }
}

/** Without an answer, or with one that says nothing of what became of it. */
const outcomeOf = (status: number): Outcome => (status >= 200 && status < 300 ? "ok" : status === 0 || status >= 500 ? "info" : "fail");

const timed = (process: string, node: ClusterNode, { status, invokedMs, endedMs }: Told) => ({
  process,
  node: node.name,
  status,
  invokedMs,
  endedMs,
  outcome: outcomeOf(status),
});

const pause = ({ draw }: ClientScene, [from, to]: readonly [number, number]): Promise<void> => sleep(draw.between(from, to));

async function reader(scene: ClientScene, node: ClusterNode, at: number): Promise<void> {
  const { shop, products, draw, record, over } = scene;
  for (let nth = at; !over(); nth += 1) {
    const read = await readClusterFeed(`${node.url}${shop.feedPath}`, { encoding: nth % 2 === 0 ? "gzip" : "identity", products });
    record({ ...read, operation: "read", process: `${shop.name} reader ${at}`, node: node.name, feedId: shop.feedId });
    await sleep(draw.between(...READ_PAUSE_MS));
  }
}

/** Makes one thing after another, each until it's acknowledged or refused, with copies now and then. */
async function creator(scene: ClientScene): Promise<void> {
  const { shop, budgetMs, over } = scene;
  const everyMs = Math.max(RETRY_MS, budgetMs / (KEYS_MAX + RULES_MAX + FEEDS_MAX));
  const left = { key: KEYS_MAX, rule: RULES_MAX, feed: FEEDS_MAX };
  for (let nth = 0; !over(); nth += 1) {
    const kind = nth % 40 === 5 ? "feed" : nth % 4 === 3 ? "key" : "rule";
    if (left[kind] > 0) {
      left[kind] -= 1;
      await untilMade(scene, kind, `${shop.name}-${nth}`);
    }
    await sleep(everyMs);
  }
}

async function untilMade(scene: ClientScene, kind: Creation["kind"], token: string): Promise<void> {
  const { apis, draw, over } = scene;
  do {
    const copies = draw.chance(20) ? apis : [draw.pick(apis)];
    const made = await Promise.all(copies.map((node, copy) => create(scene, node, { kind, token, copy })));
    const done = made.find(({ outcome }) => outcome === "ok");
    if (done !== undefined) {
      for (const node of apis) await see(scene, node, done);
      return;
    }
    if (made.every(({ outcome }) => outcome === "fail")) return;
    await sleep(RETRY_MS);
  } while (!over());
}

interface Wanted {
  readonly kind: Creation["kind"];
  readonly token: string;
  readonly copy: number;
}

interface Made extends Creation {
  /** Of a key, which is its own proof. */
  readonly rawKey: string;
}

async function create({ shop, record }: ClientScene, node: ClusterNode, { kind, token, copy }: Wanted): Promise<Made> {
  const body = {
    key: { name: token, scopes: ["read"] },
    rule: { rule: { type: "set_value", target: "custom_label_4", value: token, active: false } },
    feed: { feed_type: "market", display_name: token },
  }[kind];
  const path = { key: "/api_keys", rule: `/feeds/${shop.feedId}/rules`, feed: "/feeds" }[kind];
  const told = await ask(node, shop.key, { method: "POST", path, body: JSON.stringify(body), headers: { "idempotency-key": token } });
  const entry = timed(`${shop.name} creator ${copy}`, node, told);
  // The key is in use by another copy, so this answer says nothing of the request.
  const outcome = told.status === 409 ? "info" : entry.outcome;
  const creation: Creation = { ...entry, outcome, operation: "create", kind, token, id: outcome === "ok" ? String(told.data["id"]) : null };
  record(creation);
  return { ...creation, rawKey: String(told.data["raw_key"]) };
}

async function see({ shop, record }: ClientScene, node: ClusterNode, { kind, id, rawKey }: Made): Promise<void> {
  const path = { key: "/shop", rule: `/feeds/${shop.feedId}/rules/${id}`, feed: `/feeds/${id}` }[kind];
  const told = await ask(node, kind === "key" ? rawKey : shop.key, { method: "GET", path });
  const isMissing = told.status === 404 || told.status === 401;
  const entry = timed(`${shop.name} creator 0`, node, told);
  record({
    ...entry,
    status: isMissing ? 404 : entry.status,
    outcome: isMissing ? "ok" : entry.outcome,
    operation: "see",
    id: String(id),
    found: told.status === 200,
  });
}

/** Changes the feed's settings if they're still as it saw them. The other editor does the same at another node. */
async function editor(scene: ClientScene, number: number): Promise<void> {
  const { apis, shop, record, over } = scene;
  const node = apis[number % apis.length];
  if (node === undefined) return;
  const process = `${shop.name} editor ${number}`;
  for (let nth = 1; !over(); nth += 1) {
    const { status, data } = await ask(node, shop.key, { method: "GET", path: `/feeds/${shop.feedId}` });
    if (status === 200) {
      const expected = Number(data["version"]);
      const value = `e${number}n${nth}`;
      const body = JSON.stringify({ utm: { utm_source: value } });
      const path = `/feeds/${shop.feedId}/settings?expected_version=${expected}`;
      const told = await ask(node, shop.key, { method: "PATCH", path, body });
      record({ ...timed(process, node, told), operation: "edit", feedId: shop.feedId, expected, value });
    }
    await pause(scene, EDIT_PAUSE_MS);
  }
}

/** Uploads exports and runs the feed, in turn. */
async function requester(scene: ClientScene): Promise<void> {
  const { apis, shop, draw, record, over } = scene;
  while (!over()) {
    const node = draw.pick(apis);
    const operation = draw.chance(50) ? "upload" : "regenerate";
    const csv = draw.pick(shop.exports);
    const told =
      operation === "upload"
        ? await ask(node, shop.key, { method: "POST", path: "/extracts/upload", body: csv, headers: { "content-type": "text/csv" } })
        : await ask(node, shop.key, { method: "POST", path: `/feeds/${shop.feedId}/regenerate` });
    const id = told.status === 202 ? String(told.data["id"]) : null;
    record({ ...timed(`${shop.name} requester`, node, told), operation, id });
    await pause(scene, WORK_PAUSE_MS);
  }
}
