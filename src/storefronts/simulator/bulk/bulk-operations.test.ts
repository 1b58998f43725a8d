import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { members } from "../../../kernel/unsafe.ts";
import { linesOf, PLENTY, type SimulatorClient, startClient } from "../simulator-client.suite.ts";
import { BUSY_MACHINE } from "../../../../test/harness/slow-machine.ts";

const IDS = "{ products { edges { node { id } } } }";

async function cancel(client: SimulatorClient, id: string) {
  const data = await client.ask(
    "mutation ($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { id status } userErrors { field message } } }",
    { id },
  );
  return members(data["bulkOperationCancel"]);
}

async function started(client: SimulatorClient, query = IDS): Promise<string> {
  return String(members((await client.run(query))["bulkOperation"])["id"]);
}

test("an operation is created, runs and completes, and its counters grow at the pace of the shop", async () => {
  await using client = await startClient({ products: 200, pace: 200, startMs: 300, bucket: PLENTY });
  const { bulkOperation, userErrors } = await client.run(IDS);
  expect(userErrors).toEqual([]);
  expect(bulkOperation).toMatchObject({ status: "CREATED", objectCount: "0", fileSize: null, url: null, completedAt: null, query: IDS });
  const id = String(members(bulkOperation)["id"]);
  const counts: number[] = [];
  const statuses = new Set<string>();
  for (let now = await client.operation(id); now.status !== "COMPLETED"; now = await client.operation(id)) {
    statuses.add(now.status);
    counts.push(Number(now.objectCount));
  }
  expect([...statuses]).toEqual(["CREATED", "RUNNING"]);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(new Set(counts).size).toBeGreaterThan(5);
  const done = await client.operation(id);
  expect(done).toMatchObject({ objectCount: "200", rootObjectCount: "200", errorCode: null, partialDataUrl: null });
  expect(done.completedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

test("a refused query makes no operation", async () => {
  await using client = await startClient();
  expect(await client.run("{ shop { id } }")).toEqual({
    bulkOperation: null,
    userErrors: [{ field: ["query"], message: "Bulk queries must contain at least one connection.", code: "INVALID" }],
  });
  expect(client.simulator.control.operations()).toEqual([]);
});

test("five operations run at once, the sixth is told which, and a slot is free again when one is through", async () => {
  await using client = await startClient({ products: 10, bucket: PLENTY });
  client.simulator.control.fail({ kind: "stuck_running", times: 5 });
  const ids: string[] = [];
  for (let slot = 0; slot < 5; slot += 1) ids.push(await started(client));
  expect(await client.run(IDS)).toEqual({
    bulkOperation: null,
    userErrors: [
      {
        field: null,
        message: `A bulk query operation for this app and shop is already in progress: ${ids.join(", ")}.`,
        code: "OPERATION_IN_PROGRESS",
      },
    ],
  });
  await cancel(client, ids[2] ?? "");
  await client.until(ids[2] ?? "", "CANCELED");
  expect(members(await client.run(IDS))["userErrors"]).toEqual([]);
});

test("an operation that is being canceled still takes its slot", async () => {
  await using client = await startClient({ products: 10, cancelMs: 60_000, bucket: PLENTY });
  client.simulator.control.fail({ kind: "stuck_running", times: 5 });
  const ids = await Promise.all(Array.from({ length: 5 }, () => started(client)));
  expect(await cancel(client, ids[0] ?? "")).toEqual({ bulkOperation: { id: ids[0], status: "CANCELING" }, userErrors: [] });
  expect(await cancel(client, ids[0] ?? "")).toMatchObject({ bulkOperation: { status: "CANCELING" }, userErrors: [] });
  expect(members(await client.run(IDS))["bulkOperation"]).toBeNull();
});

test("a canceled operation has no time of completion and no file", async () => {
  await using client = await startClient({ products: 10 });
  client.simulator.control.fail({ kind: "stuck_running" });
  const id = await started(client);
  await cancel(client, id);
  expect(await client.until(id, "CANCELED")).toMatchObject({ completedAt: null, url: null, fileSize: null });
});

test("what is through, or was never there, cannot be canceled", async () => {
  await using client = await startClient({ products: 3 });
  const { id } = await client.finished(IDS);
  expect(await cancel(client, id)).toEqual({
    bulkOperation: { id, status: "COMPLETED" },
    userErrors: [{ field: null, message: "A bulk operation cannot be canceled when it is completed" }],
  });
  expect(await cancel(client, "gid://shopify/BulkOperation/1")).toEqual({
    bulkOperation: null,
    userErrors: [{ field: ["id"], message: "Bulk operation does not exist" }],
  });
});

test("an unknown operation is null, an id of something else is an error", async () => {
  await using client = await startClient();
  const asked = async (id: string) => (await client.send("query ($id: ID!) { bulkOperation(id: $id) { id } }", { id })).body;
  expect(await asked("gid://shopify/BulkOperation/1")).toMatchObject({ data: { bulkOperation: null } });
  expect(await asked("gid://shopify/Product/1")).toMatchObject({
    data: { bulkOperation: null },
    errors: [{ message: "Invalid id: gid://shopify/Product/1", extensions: { code: "RESOURCE_NOT_FOUND" } }],
  });
  expect(await asked("not-a-gid")).toMatchObject({ errors: [{ message: "Invalid global id 'not-a-gid'" }] });
});

test("the list is newest first, backwards on demand, and filtered", async () => {
  await using client = await startClient({ products: 4, bucket: PLENTY });
  const first = await client.finished(IDS);
  client.simulator.control.fail({ kind: "failed_timeout" });
  const second = await client.finished("{ products { edges { node { id title } } } }");
  client.simulator.control.fail({ kind: "stuck_running" });
  const third = await started(client);
  await client.until(third, "RUNNING");
  const listed = async (args: string) => {
    const data = await client.ask(`{ bulkOperations(first: 50${args}) { nodes { id query } } }`);
    const { nodes } = members(data["bulkOperations"]);
    return (Array.isArray(nodes) ? nodes : []).map((node) => String(members(node)["id"]));
  };
  expect(await listed("")).toEqual([third, second.id, first.id]);
  expect(await listed(", sortKey: CREATED_AT, reverse: true")).toEqual([first.id, second.id, third]);
  expect(await listed(', query: "status:RUNNING operation_type:QUERY"')).toEqual([third]);
  expect(await listed(', query: "status:failed"')).toEqual([second.id]);
  expect(await listed(', query: "operation_type:MUTATION"')).toEqual([]);
  expect(await listed(', query: "created_at:>=2020-01-01"')).toHaveLength(3);
  expect(await listed(', query: "created_at:<2020-01-01"')).toHaveLength(0);
  expect(second.query).toBe("{ products { edges { node { id title } } } }");
});

test("the list refuses what Shopify refuses, and warns where it warns", async () => {
  await using client = await startClient();
  const asked = async (args: string) => (await client.send(`{ bulkOperations${args} { nodes { id } } }`)).body;
  expect(await asked("")).toMatchObject({
    data: null,
    errors: [{ message: "you must provide one of first or last", extensions: { code: "BAD_REQUEST" } }],
  });
  expect(await asked('(first: 1, query: "created_at:not-a-date")')).toMatchObject({
    data: null,
    errors: [{ message: "Invalid timestamp for query filter `created_at`.", extensions: { code: "BAD_REQUEST" } }],
  });
  const expired = await asked('(first: 1, query: "status:EXPIRED")');
  expect(expired).toMatchObject({
    data: { bulkOperations: { nodes: [] } },
    extensions: {
      search: [
        {
          path: ["bulkOperations"],
          query: "status:EXPIRED",
          parsed: { field: "status", match_all: "EXPIRED" },
          warnings: [{ field: "status", message: "Input `EXPIRED` is not an accepted value.", code: "invalid_value" }],
        },
      ],
    },
  });
});

test("a result without lines has no file", async () => {
  await using client = await startClient({ products: 0 });
  expect(await client.finished(IDS)).toMatchObject({
    status: "COMPLETED",
    objectCount: "0",
    rootObjectCount: "0",
    url: null,
    fileSize: null,
  });
});

test("a file whose life is over makes its operation EXPIRED", async () => {
  await using client = await startClient({ products: 3, linkLifeMs: 400 });
  const { id, url } = await client.finished(IDS);
  const expired = await client.until(id, "EXPIRED");
  expect(expired).toMatchObject({ url: null, objectCount: "3" });
  expect((await fetch(url ?? "")).status).toBe(403);
});

test("a simulator that stops in the middle of operations stops at once", async () => {
  const client = await startClient({ products: 1_000, pace: 100, cancelMs: 60_000, bucket: PLENTY });
  const [first] = await Promise.all(Array.from({ length: 5 }, () => started(client)));
  await cancel(client, first ?? "");
  const startedAt = performance.now();
  await client.simulator.close();
  expect(performance.now() - startedAt).toBeLessThan(2_000 * BUSY_MACHINE);
});

test("whenever a cancel comes, the operation ends and its slot is free", async () => {
  await using client = await startClient({ products: 60, pace: 10_000, bucket: PLENTY });
  for (let delayMs = 0; delayMs < 24; delayMs += 1) {
    const id = await started(client);
    await wait(delayMs);
    await cancel(client, id);
    const isOver = (status: string) => status === "CANCELED" || status === "COMPLETED";
    for (let polls = 0; polls < 200 && !isOver((await client.operation(id)).status); polls += 1) await wait(2);
    expect(["CANCELED", "COMPLETED"]).toContain((await client.operation(id)).status);
  }
  expect(members(await client.run(IDS))["userErrors"]).toEqual([]);
});

test("an operation goes through what is there when it comes to it", async () => {
  await using client = await startClient({ products: 6 });
  client.simulator.control.deleteProduct(1);
  client.simulator.control.addProducts(2);
  const lines = await linesOf(await client.finished(IDS));
  expect(lines.map(({ id }) => id)).toEqual([...client.simulator.control.state()].map(({ id }) => `gid://shopify/Product/${id}`));
});
