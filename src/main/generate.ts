import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CHANNEL_PACKS } from "../channels/packs.ts";
import { CONFIG_VARIABLES } from "../config-variables.ts";
import { EVENT_DEFINITIONS } from "../features/event-definitions.ts";
import { CHANNEL_CONNECTION } from "../features/channel-connections/index.ts";
import { SYNC } from "../features/syncs/index.ts";
import { EXTRACT } from "../features/extracts/index.ts";
import { FLEET_CHANGE, FLEET_TARGET } from "../features/fleet/index.ts";
import { OPERATIONS } from "../features/operations.ts";
import { CONNECTION } from "../features/organizations/index.ts";
import { PUBLICATION, RUN } from "../features/runs/index.ts";
import { SCOPE } from "../features/scopes/index.ts";
import { DELIVERY, WEBHOOK } from "../features/webhooks/index.ts";
import { ERRORS } from "../kernel/errors.ts";
import type { Lifecycle } from "../kernel/lifecycle.ts";
import { entriesOf } from "../kernel/unsafe.ts";
import { lockDataDir } from "../platform/postgres/data-dir-lock.ts";
import { describeSchema } from "../platform/postgres/describe-schema.ts";
import { migrate } from "../platform/postgres/migrate.ts";
import { openPostgres } from "../platform/postgres/open-postgres.ts";
import { makeLogger } from "../platform/telemetry/make-logger.ts";
import { keyKindsOf, openApiDocument } from "../surfaces/http/openapi.ts";
import { channelAttributesFile } from "./channel-attributes-file.ts";
import { channelPage } from "./channel-page.ts";
import { eventsPage } from "./events-page.ts";
import { functionsPage } from "./functions-page.ts";
import { mcpToolsPage } from "./mcp-tools-page.ts";
import { metricsPage } from "./metrics-page.ts";
import { page, row } from "./page-text.ts";
import { rulesPage } from "./rules-page.ts";
import { tracesPage } from "./traces-page.ts";

/** Writes what is generated from the code: `docs/reference/`, `db/schema.sql` and the engine's names of channel attributes. CI writes it again and fails on a difference. */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const files: readonly (readonly [string, () => string | Promise<string>])[] = [
  ["docs/reference/errors.md", errorsPage],
  ["docs/reference/config.md", configPage],
  ["docs/reference/operations.md", operationsPage],
  ["docs/reference/lifecycles.md", lifecyclesPage],
  ["docs/reference/rules.md", rulesPage],
  ["docs/reference/functions.md", functionsPage],
  ["docs/reference/events.md", eventsPage],
  ["docs/reference/metrics.md", metricsPage],
  ["docs/reference/traces.md", tracesPage],
  ["docs/reference/mcp-tools.md", mcpToolsPage],
  ...CHANNEL_PACKS.map((pack) => [`docs/reference/channels/${pack.slug}.md`, () => channelPage(pack)] as const),
  ["docs/reference/openapi.json", openApiFile],
  ["db/schema.sql", schemaFile],
  ["src/engine/vocabulary/channel-attributes.ts", () => channelAttributesFile(CHANNEL_PACKS)],
];

for (const [file, text] of files) {
  await mkdir(path.join(ROOT, path.dirname(file)), { recursive: true });
  await writeFile(path.join(ROOT, file), await text());
}

function openApiFile(): string {
  return `${JSON.stringify(openApiDocument(OPERATIONS, "http://127.0.0.1:8080", Object.values(EVENT_DEFINITIONS)), null, 2)}\n`;
}

function errorsPage(): string {
  const rows = entriesOf(ERRORS).map(([code, { status, retryable, sentence }]) =>
    row(String(status), `\`${code}\``, retryable ? "yes" : "no", sentence),
  );
  return page("Errors", [row("status", "code", "retry can succeed", "message"), row("---", "---", "---", "---"), ...rows]);
}

function configPage(): string {
  const rows = CONFIG_VARIABLES.map((variable) =>
    row(`\`${variable.name}\``, shownDefault(variable.default), `${variable.description} Takes ${variable.takes}.`),
  );
  return page("Configuration", [
    "Environment variables are read once, at startup. If a value isn't valid, the service doesn't start, and says what is wrong.",
    "",
    row("variable", "default", "meaning"),
    row("---", "---", "---"),
    ...rows,
  ]);
}

/** Some defaults are described in words. */
function shownDefault(value: string | null): string {
  if (value === null) return "unset";
  return value.includes(" ") ? value : `\`${value}\``;
}

function operationsPage(): string {
  const rows = OPERATIONS.map((operation) =>
    row(
      `\`${operation.http.method} /v1${operation.http.path}\``,
      keyKindsOf(operation).join(", "),
      `\`${operation.scope}\``,
      operation.title,
      operation.summary,
      operation.errors.map((code) => `\`${code}\``).join(", "),
    ),
  );
  return page("Operations", [
    row("route", "keys", "scope", "name", "what it does", "errors"),
    row("---", "---", "---", "---", "---", "---"),
    ...rows,
  ]);
}

function lifecyclesPage(): string {
  return page("Lifecycles", [
    ...lifecycle("Extract", EXTRACT),
    ...lifecycle("Connection of a channel", CHANNEL_CONNECTION),
    ...lifecycle("Sync", SYNC),
    ...lifecycle("Run", RUN),
    ...lifecycle("Publication of a run", PUBLICATION),
    ...lifecycle("Scope of a feed", SCOPE),
    ...lifecycle("Connection of an organization to a shop", CONNECTION),
    ...lifecycle("Change of many shops", FLEET_CHANGE),
    ...lifecycle("A shop in a change of many", FLEET_TARGET),
    ...lifecycle("Webhook", WEBHOOK),
    ...lifecycle("Delivery to a webhook", DELIVERY),
  ]);
}

function lifecycle<State extends string, Event extends string>(title: string, table: Lifecycle<State, Event>): readonly string[] {
  const states = entriesOf(table);
  const events = Object.keys(states[0]?.[1] ?? {});
  const rows = states.map(([state, moves]) => row(`\`${state}\``, ...Object.values<string | null>(moves).map((next) => next ?? "–")));
  return [`## ${title}`, "", row("state", ...events), row("---", ...events.map(() => "---")), ...rows, ""];
}

async function schemaFile(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "feedwright-schema-"));
  const log = makeLogger({ level: "error" });
  try {
    await using _lock = await lockDataDir(dataDir, "command");
    await using postgres = await openPostgres({ dataDir, databaseUrl: null, log });
    await migrate(postgres.pool, log);
    return await describeSchema(postgres.pool);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
