import { sql } from "kysely";
import { JOBS, type JobQueue } from "./jobs-port.ts";

/** Jobs as rows of graphile-worker in the caller's own transaction. One job per piece of work: a second one is the first. */
export const graphileQueue: JobQueue = Object.freeze({
  async enqueue(db, name, payload) {
    const key = `${name}:${Object.values(payload).join(":")}`;
    await sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json, job_key := ${key}, max_attempts := ${JOBS[name].attemptsMax})`.execute(
      db,
    );
  },
} satisfies JobQueue);
