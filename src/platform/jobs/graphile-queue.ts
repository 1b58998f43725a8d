import { sql } from "kysely";
import { type JobCounts, JOBS, type JobQueue } from "./jobs-port.ts";

/** Jobs as rows of graphile-worker in the caller's own transaction. One job per piece of work: a second one is the first. */
export const graphileQueue: JobQueue = Object.freeze({
  async enqueue(db, name, payload) {
    const key = `${name}:${Object.values<unknown>(payload).join(":")}`;
    await sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json, job_key := ${key}, max_attempts := ${JOBS[name].attemptsMax})`.execute(
      db,
    );
  },
  async counts(db) {
    const { rows } = await sql<JobCounts>`
      select task_identifier as job,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as waiting,
        count(*) filter (where locked_at is not null) as running,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now()) as delayed,
        count(*) filter (where locked_at is null and attempts >= max_attempts) as failed
      from graphile_worker.jobs group by task_identifier order by task_identifier`.execute(db);
    return rows;
  },
} satisfies JobQueue);
