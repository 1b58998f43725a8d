import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { NAMED_OBJECTS, type NamedObjects } from "../../features/backups/index.ts";
import { STORED_JOBS, StoredJob } from "../../platform/jobs/stored-jobs.ts";
import type { Postgres } from "../../platform/postgres/open-postgres.ts";
import { withSnapshot } from "../../platform/postgres/dump-tables.ts";
import type { Manifest } from "./manifest.ts";
import { packLines } from "./packed-file.ts";

export interface Dump {
  readonly schema: Manifest["schema"];
  readonly database: Manifest["database"];
  /** What the rows name. */
  readonly named: readonly NamedObjects[];
}

/** Writes one state of the database into a folder. */
export async function dumpDatabase(
  { pool }: Pick<Postgres, "pool">,
  folder: string,
  progress: (done: number, of: number) => void,
): Promise<Dump> {
  return withSnapshot(pool, async (snapshot) => {
    const tables: Manifest["database"]["tables"] = [];
    for (const [at, table] of snapshot.tables.entries()) {
      progress(at, snapshot.tables.length);
      const packed = await packLines(snapshot.rows(table), join(folder, `${table.name}.copy.gz`));
      tables.push({ name: table.name, columns: [...table.columns], ...packed });
    }
    const jobs = (await snapshot.query<StoredJob>(STORED_JOBS)).map((row) => StoredJob.parse(row));
    const lines = jobs.map((job) => `${JSON.stringify(job)}\n`);
    const named = await snapshot.query<NamedObjects>(NAMED_OBJECTS);
    const migrations = await snapshot.query<Manifest["schema"]["migrations"][number]>(
      "select version, name, checksum from schema_migrations order by version",
    );
    const sequences = (await snapshot.sequences()).map(({ name, value, isCalled }) => ({ name, value, is_called: isCalled }));
    return {
      schema: { version: migrations.at(-1)?.version ?? 0, migrations: [...migrations] },
      database: { tables, sequences, jobs: await packLines(Readable.from(lines, { objectMode: false }), join(folder, "jobs.jsonl.gz")) },
      named,
    };
  });
}

/** A file for someone who opens the folder and wonders. */
export async function writeReadme(folder: string): Promise<void> {
  await writeFile(
    join(folder, "README"),
    "Backups of Feedwright. Restore one with: feedwright restore --from <this folder>. See docs/guide/backup.md.\n",
    { mode: 0o600 },
  );
}
