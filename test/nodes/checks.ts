import { expect, vi } from "vitest";
import { IN_TIME } from "../harness/slow-machine.ts";
import type { TestDatabase } from "../harness/postgres-template.ts";
import type { Load } from "./load.ts";

/** Nothing that was acknowledged is missing, and every run came to one end that was told once. */
export async function expectNothingLost({ pool }: TestDatabase, load: Load): Promise<void> {
  expect(load.failures).toEqual([]);
  const { rows: keys } = await pool.query("select name from api_keys where name like 'Load %'");
  expect(keys.map(({ name }: { readonly name: string }) => name).toSorted()).toEqual([...load.made].toSorted());
  await vi.waitFor(async () => {
    const { rows } = await pool.query("select count(*)::int as running from runs where status = 'running'");
    expect(rows).toEqual([{ running: 0 }]);
  }, IN_TIME);
  const { rows: ended } = await pool.query("select status, count(*)::int as runs from runs group by status");
  expect(ended.map(({ status }: { readonly status: string }) => status)).toEqual(["completed"]);
  const { rows: told } = await pool.query(
    "select name, body::jsonb -> 'data' ->> 'run_id' as run, count(*)::int as times from events where name = 'feed.regenerated' group by 1, 2 having count(*) > 1",
  );
  expect(told).toEqual([]);
}
