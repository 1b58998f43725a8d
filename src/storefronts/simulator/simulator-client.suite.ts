import { setTimeout as wait } from "node:timers/promises";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { type Simulator, startSimulator } from "./start-simulator.ts";
import type { SimulatorOptions } from "./simulator-options.ts";

/** A simulated shop and somebody who asks it, for the tests of this folder. */

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Operation {
  readonly id: string;
  readonly status: string;
  readonly errorCode: string | null;
  readonly completedAt: string | null;
  readonly objectCount: string;
  readonly rootObjectCount: string;
  readonly fileSize: string | null;
  readonly url: string | null;
  readonly partialDataUrl: string | null;
  readonly query: string;
}

export interface SimulatorClient extends AsyncDisposable {
  readonly simulator: Simulator;
  send(query: string, variables?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The data of an answer without errors. */
  ask(query: string, variables?: object): Promise<Readonly<Record<string, unknown>>>;
  run(query: string, groupObjects?: boolean): Promise<Readonly<Record<string, unknown>>>;
  /** Runs it and waits until it is no longer on its way. */
  finished(query: string, groupObjects?: boolean): Promise<Operation>;
  operation(id: string): Promise<Operation>;
  /** Waits until the operation has the status. */
  until(id: string, status: string): Promise<Operation>;
}

const FIELDS = "id status errorCode completedAt objectCount rootObjectCount fileSize url partialDataUrl query";
const POLL_MS = 5;
const POLLS_MAX = 1_500;

export async function startClient(options: SimulatorOptions = {}): Promise<SimulatorClient> {
  const simulator = await startSimulator({ startMs: 1, cancelMs: 5, ...options });
  const send: SimulatorClient["send"] = async (query, variables = {}, headers = {}) => {
    const response = await fetch(`${simulator.url}/admin/api/2026-10/graphql.json`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-access-token": simulator.token, ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: members(text.startsWith("{") ? parseJson(text) : {}) };
  };
  const ask: SimulatorClient["ask"] = async (query, variables) => {
    const { body } = await send(query, variables);
    if (body["errors"] !== undefined) throw new Error(JSON.stringify(body["errors"]));
    return members(body["data"]);
  };
  const run: SimulatorClient["run"] = async (query, groupObjects = false) => {
    const data = await ask(
      `mutation ($query: String!, $group: Boolean!) { bulkOperationRunQuery(query: $query, groupObjects: $group) { bulkOperation { ${FIELDS} } userErrors { field message code } } }`,
      { query, group: groupObjects },
    );
    return members(data["bulkOperationRunQuery"]);
  };
  const operation: SimulatorClient["operation"] = async (id) => {
    const told = members((await ask(`query ($id: ID!) { bulkOperation(id: $id) { ${FIELDS} } }`, { id }))["bulkOperation"]);
    const text = (name: string) => String(told[name]);
    const maybe = (name: string) => (told[name] === null ? null : text(name));
    return {
      id: text("id"),
      status: text("status"),
      errorCode: maybe("errorCode"),
      completedAt: maybe("completedAt"),
      objectCount: text("objectCount"),
      rootObjectCount: text("rootObjectCount"),
      fileSize: maybe("fileSize"),
      url: maybe("url"),
      partialDataUrl: maybe("partialDataUrl"),
      query: text("query"),
    };
  };
  const polled = async (id: string, isIt: (status: string) => boolean): Promise<Operation> => {
    for (let poll = 0; poll < POLLS_MAX; poll += 1) {
      const now = await operation(id);
      if (isIt(now.status)) return now;
      await wait(POLL_MS);
    }
    throw new Error(`Operation ${id} stays ${(await operation(id)).status}.`);
  };
  return {
    simulator,
    send,
    ask,
    run,
    operation,
    until: (id, status) => polled(id, (now) => now === status),
    finished: async (query, groupObjects) => {
      const started = members((await run(query, groupObjects))["bulkOperation"]);
      return polled(String(started["id"]), (status) => status !== "CREATED" && status !== "RUNNING");
    },
    [Symbol.asyncDispose]: () => simulator.close(),
  };
}

export type Line = Readonly<Record<string, unknown>>;

export async function linesOf({ url }: { readonly url: string | null }): Promise<readonly Line[]> {
  if (url === null) return [];
  const text = await (await fetch(url)).text();
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => members(parseJson(line)));
}

/** Points enough for a test that asks often. */
export const PLENTY = { maximumAvailable: 100_000, restoreRate: 10_000 };
