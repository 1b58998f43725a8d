import { expect, vi } from "vitest";
import { IN_TIME } from "../harness/slow-machine.ts";
import type { TestDatabase } from "../harness/postgres-template.ts";
import type { Load } from "./load.ts";

/** Nothing that was acknowledged is missing, and every run came to one end that was told once. */
export async function expectNothingLost({ pool }: TestDatabase, load: Load): Promise<void> {
  // As text, because Vitest truncates unequal lists.
  expect(load.failures.join("\n")).toBe("");
  const { rows: named } = await pool.query("select name from api_keys where name like 'Load %'");
  const keys = named.map(({ name }: { readonly name: string }) => name);
  expect(new Set(keys).size).toBe(keys.length);
  expect(load.made.filter((name) => !keys.includes(name))).toEqual([]);
  await vi.waitFor(async () => {
    const { rows } = await pool.query("select count(*)::int as running from runs where status = 'running'");
    expect(rows).toEqual([{ running: 0 }]);
  }, IN_TIME);
  const { rows: ended } = await pool.query("select status, count(*)::int as runs from runs group by status");
  expect(ended.map(({ status }: { readonly status: string }) => status)).toEqual(["completed"]);
  // Each run was published once, and told so once.
  const { rows: told } = await pool.query(
    "select (select count(*) from events where name = 'feed.updated') = (select count(*) from runs where published_at is not null) as once",
  );
  expect(told).toEqual([{ once: true }]);
}
