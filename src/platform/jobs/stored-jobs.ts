import { z } from "zod";

/** Jobs that wait, as a backup keeps them: in words of graphile-worker's functions, because its tables change with its versions. */
export const StoredJob = z.strictObject({
  task: z.string(),
  payload: z.unknown(),
  queue: z.string().nullable(),
  run_at: z.string(),
  max_attempts: z.int(),
  key: z.string().nullable(),
  priority: z.int(),
});
export type StoredJob = z.infer<typeof StoredJob>;

/** In order. A job that is being done is among them: whoever restores does it again, which does no harm. */
export const STORED_JOBS = `
  select tasks.identifier as task, jobs.payload, queues.queue_name as queue, to_json(jobs.run_at) #>> '{}' as run_at,
    jobs.max_attempts::int as max_attempts, jobs.key, jobs.priority::int as priority
  from graphile_worker._private_jobs jobs
  join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
  left join graphile_worker._private_job_queues queues on queues.id = jobs.job_queue_id
  where jobs.attempts < jobs.max_attempts
  order by jobs.id`;

interface Asked {
  query(text: string, values: unknown[]): Promise<unknown>;
}

export async function addStoredJobs(client: Asked, jobs: readonly StoredJob[]): Promise<void> {
  for (const { task, payload, queue, run_at: runAt, max_attempts: attemptsMax, key, priority } of jobs)
    await client.query(
      `select graphile_worker.add_job($1, payload := $2::json, queue_name := $3, run_at := $4::timestamptz,
         max_attempts := $5::int, job_key := $6, priority := $7::int)`,
      [task, JSON.stringify(payload), queue, runAt, attemptsMax, key, priority],
    );
}
