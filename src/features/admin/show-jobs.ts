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
    workers: Count.meta({ description: "Alive now." }),
    work: z
      .array(z.strictObject({ kind: z.enum(["extract", "run", "scope"]), waiting: Count, running: Count, failed_last_day: Count }))
      .meta({ description: "What there is to do. Of scopes, `waiting` are all that are out of date, and failed those to be tried again." }),
    queue: z
      .array(z.strictObject({ job: z.string(), waiting: Count, running: Count, delayed: Count, failed: Count }))
      .meta({ description: "Jobs, which only wake workers up." }),
    failures: z
      .array(
        z.strictObject({
          id: z.string(),
          object: z.enum(["extract", "run"]),
          shop_id: idSchema("shop", "Of this shop."),
          error_code: z.string().nullable(),
          error_details: z.string().nullable(),
          created_at: z.iso.datetime(),
        }),
      )
      .meta({ description: "The last extracts and runs that failed, newest first, 20 at most." }),
  })
  .meta({ id: "Jobs" });

export const showJobs = adminRead({
  name: "admin.show_jobs",
  title: "Get the job queues",
  summary: "Shows what waits, what runs and what failed.",
  description: "How many workers are alive, what there is to do, and the last extracts and runs that failed.",
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
