import { expect, test } from "vitest";
import { OPERATIONS } from "../../src/features/operations.ts";
import { httpFront } from "../../src/surfaces/http/http-front.suite.ts";
import type { McpHandler } from "../../src/surfaces/mcp/mcp-routes.ts";
import { fixtureHandler } from "./fixture-handler.ts";
import { inspectTools } from "./inspect.ts";
import { keyedProxy, portOf } from "./keyed-proxy.ts";
import { requiredScenarios, runSuite } from "./run-suite.ts";

/** The official conformance suite against the whole HTTP front. */
async function served(handler?: McpHandler) {
  await using stack = new AsyncDisposableStack();
  const front = stack.use(
    await httpFront({
      operations: OPERATIONS,
      rateLimits: { merchant: 100_000, organization: 100_000, admin: 100_000, anonymous: 100_000 },
      ...(handler === undefined ? {} : { mcpHandler: handler }),
    }),
  );
  await front.app.listen({ host: "127.0.0.1", port: 0 });
  const proxy = stack.use(await keyedProxy(portOf(front.app.server), front.key));
  const running = stack.move();
  return { url: `${proxy.url}/v1/mcp`, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

const REVISIONS = [
  { revision: "2026-07-28", required: 37 },
  { revision: "2025-11-25", required: 30 },
] as const;

test.each(REVISIONS)(
  "fixtures behind our guards pass all $required scenarios that $revision requires of a server",
  async ({ revision, required }) => {
    const names = await requiredScenarios(revision);
    expect(names).toHaveLength(required);
    await using fixtures = await served(fixtureHandler());
    const outcomes = await runSuite(fixtures.url, ["--requirements", revision]);
    expect(names.map((name) => outcomes.find((outcome) => outcome.name === name))).toEqual(names.map(passed));
    const headers = outcomes.filter(({ name }) => name === "http-header-validation");
    expect(headers).toEqual(revision === "2026-07-28" ? [{ name: "http-header-validation", passed: 14, faults: [] }] : []);
  },
);

/** What the suite asks of any server, whatever its tools are called. */
const ANY_SERVER = {
  "2026-07-28": [
    "dns-rebinding-protection",
    "http-header-validation",
    "input-required-result-unsupported-methods",
    "server-sse-multiple-streams",
    "tools-list",
  ],
  "2025-11-25": [
    "dns-rebinding-protection",
    "ping",
    "server-initialize",
    "server-session-lifecycle",
    "server-sse-multiple-streams",
    "tools-list",
  ],
} as const;

test.each(REVISIONS)("our own tools pass what the suite asks of any server of $revision", async ({ revision }) => {
  await using own = await served();
  const outcomes = await runSuite(own.url, ["--requirements", revision]);
  const names = ANY_SERVER[revision];
  expect(names.map((name) => outcomes.find((outcome) => outcome.name === name))).toEqual(names.map(passed));
  // Some checks of this scenario call tools that only a fixture has.
  const stateless = outcomes.filter(({ name }) => name === "server-stateless");
  expect(stateless.map(({ passed: checks }) => checks)).toEqual(revision === "2026-07-28" ? [24] : []);
  expect(stateless.flatMap(({ faults }) => faults).filter((fault) => !fault.includes("Not testable"))).toEqual([]);
});

test.each(["modern", "legacy"] as const)("the inspector finds no tool that some client couldn't take, in the %s era", async (era) => {
  await using own = await served();
  const url = `${own.url}?toolsets=all`;
  expect(await inspectTools(url, era)).toMatchObject({ status: 0 });
});

function passed(name: string) {
  return { name, passed: expect.toSatisfy((checks: number) => checks > 0), faults: [] };
}
