import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { STREAM_ONLY } from "../../src/features/events/index.ts";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import type { FinalState, Observation } from "./cluster-history.ts";

/** What the database says of the cluster, read past its nodes. */

/** Watches rows of work until disposed. */
export interface WorkWatch extends AsyncDisposable {
  readonly observations: readonly Observation[];
}

const WATCH_EVERY_MS = 400;

export function watchWork(pool: Pool): WorkWatch {
  const stopping = new AbortController();
  const observations: Observation[] = [];
  const last = new Map<string, string>();
  const look = async (): Promise<void> => {
    const { rows } = await pool.query<Observation>(
      `select 'run' as kind, id, attempt, status from runs union all select 'extract', id, attempt, status from extracts`,
    );
    for (const row of rows) {
      const [name, now] = [`${row.kind} ${row.id}`, `${row.attempt} ${row.status}`];
      if (last.get(name) === now) continue;
      last.set(name, now);
      observations.push(row);
    }
  };
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      // PostgreSQL is killed, too.
      await look().catch(() => undefined);
      await sleep(WATCH_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    observations,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await watching;
      await look();
    },
  };
}

/** What is still under way or held, as sentences. */
const UNFINISHED: readonly (readonly [what: string, query: string])[] = [
  ["runs under way", "select count(*)::int as n from runs where status = 'running'"],
  ["feeds waiting for another run", "select count(*)::int as n from feeds where rerun_requested and active"],
  ["extracts under way", "select count(*)::int as n from extracts where status in ('pending', 'running')"],
  ["deliveries pending", "select count(*)::int as n from webhook_deliveries where status = 'pending'"],
  ["jobs in the queue", "select count(*)::int as n from graphile_worker._private_jobs where run_at <= now()"],
  ["locks waited for", "select count(*)::int as n from pg_locks where not granted"],
  [
    "transactions left open",
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%' and state_change < now() - interval '5 seconds'",
  ],
];

const DRAIN_LOOK_MS = 500;

/** Waits until nothing is under way or held; answers what still is when the time is up. */
export async function drained(pool: Pool, withinMs: number): Promise<readonly string[]> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    // PostgreSQL may have been killed a moment ago.
    const left = await unfinished(pool).catch((error: unknown) => [String(error)]);
    if (left.length === 0 || performance.now() > deadline) return left;
    await sleep(DRAIN_LOOK_MS);
  }
}

async function unfinished(pool: Pool): Promise<readonly string[]> {
  // What waits for its next attempt is due now.
  await pool.query("update webhook_deliveries set due_at = now() where status = 'pending' and due_at > now()");
  const left: string[] = [];
  for (const [what, query] of UNFINISHED) {
    const { rows } = await pool.query<{ readonly n: number }>(query);
    if ((rows[0]?.n ?? 0) > 0) left.push(`${rows[0]?.n} ${what}`);
  }
  return left;
}

/** Runs and extracts that haven't ended: who has them, when they were heard of last, and how far they are. */
export async function workUnderWay(pool: Pool): Promise<readonly string[]> {
  const shown = "attempt, handed_back, claimed_by, now() - beat_at as silent_for, now() - started_at as age, error_code, error_details";
  const { rows } = await pool.query<{ readonly work: string }>(
    `select row_to_json(run)::text as work from (select 'run_' || id as work, stage, ${shown} from runs where status = 'running') run
     union all
     select row_to_json(extract)::text from (select 'ext_' || id as work, status, ${shown} from extracts where status in ('pending', 'running')) extract`,
  );
  return rows.map(({ work }) => work);
}

interface EventRow {
  readonly id: string;
  readonly name: string;
  readonly body: string;
}

const CREATED = { "api_key.created": "key", "rule.created": "rule", "feed.created": "feed" } as const;

/** `before`: events from before the webhooks; `isToken`: whether a client gave this name. */
export async function finalState(pool: Pool, before: ReadonlySet<string>, isToken: (name: string) => boolean): Promise<FinalState> {
  const query = async <T extends object>(text: string): Promise<readonly T[]> => (await pool.query<T>(text)).rows;
  // Webhooks don't get the others.
  const events = (await query<EventRow>("select id, name, body from events")).filter(({ name }) => !(name in STREAM_ONLY));
  const [webhooks] = await query<{ readonly n: number }>("select count(*)::int as n from webhooks");
  const [shops] = await query<{ readonly n: number }>("select count(*)::int as n from shops");
  return {
    resources: await resourcesOf(query, isToken),
    feeds: await feedsOf(query),
    runs: (
      await query<{ id: number; feed_id: number; status: string; published: boolean; sha256: string | null; gzip: string | null }>(
        `select id, feed_id, status, published_at is not null as published, output->'file'->>'sha256' as sha256, output->'file'->>'gzipSha256' as gzip from runs`,
      )
    ).map((row) => ({ ...row, feedId: `feed_${row.feed_id}`, gzipSha256: row.gzip })),
    extracts: (await query<{ id: number; status: string }>("select id, status from extracts")).map(({ id, status }) => ({
      id: `ext_${id}`,
      status,
    })),
    events: events.map(({ id, name, body }) => {
      const data = members(members(parseJson(body))["data"]);
      const sha256 = createHash("sha256").update(body).digest("hex");
      return { id, name, subject: String(data["run_id"] ?? data["id"]), sha256, subscribed: !before.has(id) };
    }),
    deliveries: (await query<{ id: number; event_id: string; status: string }>("select id, event_id, status from webhook_deliveries")).map(
      ({ id, event_id: eventId, status }) => ({ id: `whd_${id}`, eventId, status }),
    ),
    webhooks: (webhooks?.n ?? 0) / (shops?.n ?? 1),
  };
}

type Query = <T extends object>(text: string) => Promise<readonly T[]>;

async function resourcesOf(query: Query, isToken: (name: string) => boolean): Promise<FinalState["resources"]> {
  const rows = await query<{ kind: "key" | "rule" | "feed"; id: string; token: string }>(
    `select 'key' as kind, id::text as id, name as token from api_keys
     union all select 'rule', 'rule_' || id, definition->>'value' from rules
     union all select 'feed', 'feed_' || id, display_name from feeds`,
  );
  const audit = await query<{ action: keyof typeof CREATED; facts: unknown }>(
    `select action, facts from audit_log where action in (${Object.keys(CREATED)
      .map((action) => `'${action}'`)
      .join(", ")})`,
  );
  const audited = new Map<string, number>();
  for (const { action, facts } of audit) {
    const body = members(members(facts)["body"]);
    const token = String(body["name"] ?? body["display_name"] ?? members(body["rule"])["value"]);
    const name = `${CREATED[action]} ${token}`;
    audited.set(name, (audited.get(name) ?? 0) + 1);
  }
  return rows
    .filter(({ token }) => token !== null && isToken(token))
    .map((row) => ({ ...row, audited: audited.get(`${row.kind} ${row.token}`) ?? 0 }));
}

async function feedsOf(query: Query): Promise<FinalState["feeds"]> {
  const feeds = await query<{ id: number; value: string | null }>("select id, settings->'utm'->>'utm_source' as value from feeds");
  const versions = await query<{ feed_id: number; version: number; value: string | null }>(
    "select feed_id, version, settings->'utm'->>'utm_source' as value from feed_versions",
  );
  return feeds.map(({ id, value }) => ({
    id: `feed_${id}`,
    value: value ?? "",
    values: new Map(versions.filter((row) => row.feed_id === id).map(({ version, value: then }) => [version, then ?? ""])),
  }));
}
