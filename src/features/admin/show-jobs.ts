import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { adminRead } from "../operation.ts";
import { OPERATORS_ONLY } from "./operators-only.ts";
import { countWork, countWorkers, type FailedWork, listFailures } from "./work-queries.ts";

const Count = z.int().min(0);

const JobsShape = z
  .strictObject({
    object: z.literal("jobs"),
    workers: Count.meta({ description: "Number of workers that are alive." }),
    work: z
      .array(z.strictObject({ kind: z.enum(["extract", "run", "scope"]), waiting: Count, running: Count, failed_last_day: Count }))
      .meta({
        description: "Work to be done. For scopes, `waiting` counts all that are out of date, and `failed` those that will be tried again.",
      }),
    queue: z
      .array(z.strictObject({ job: z.string(), waiting: Count, running: Count, delayed: Count, failed: Count }))
      .meta({ description: "Jobs. They only wake up workers." }),
    failures: z
      .array(
        z.strictObject({
          id: z.string(),
          object: z.enum(["extract", "run"]),
          shop_id: idSchema("shop", "Shop the work belongs to."),
          error_code: z.string().nullable(),
          error_details: z.string().nullable(),
          created_at: z.iso.datetime(),
        }),
      )
      .meta({ description: "The last extracts and runs that failed, newest first, at most 20." }),
  })
  .meta({ id: "Jobs" });

export const showJobs = adminRead({
  name: "admin.show_jobs",
  title: "Get the job queues",
  summary: "Shows what is waiting, what is running and what has failed.",
  description: "Includes the number of live workers, the work to be done, and the last extracts and runs that failed.",
  scope: "read_admin",
  http: { method: "GET", path: "/admin/jobs", status: 200 },
  output: dataOf(JobsShape),
  errors: [],
  mcp: OPERATORS_ONLY,
  async run({ db, queue }) {
    const [workers, work, jobs, failures] = [await countWorkers(db), await countWork(db), await queue.counts(db), await listFailures(db)];
    return { data: { object: "jobs" as const, workers, work: [...work], queue: [...jobs], failures: failures.map(failureAnswer) } };
  },
});

function failureAnswer({ kind, id, shop_id: shopId, error_code: code, error_details: details, created_at: at }: FailedWork) {
  return {
    id: kind === "run" ? formatId("run", storedId("run", id)) : formatId("ext", storedId("ext", id)),
    object: kind,
    shop_id: formatId("shop", storedId("shop", shopId)),
    error_code: code,
    error_details: details,
    created_at: at.toISOString(),
  };
}
