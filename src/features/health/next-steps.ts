import type { z } from "zod";
import { REASON_START } from "../../engine/plan/exclusion-reasons.ts";
import type { FeedHealthShape, StepShape } from "./health-shapes.ts";

type Step = z.input<typeof StepShape>;

/** What each step is done with: an operation, and the tool it is to an agent. */
export const STEPS = Object.freeze({
  extract: { tool: "start_extract", operation: "extracts.create" },
  extracting: { tool: "latest_extract", operation: "extracts.latest" },
  activate: { tool: "activate_feed", operation: "feeds.activate" },
  run: { tool: "run_feed", operation: "feeds.regenerate" },
  follow: { tool: "get_run", operation: "runs.get" },
  compare: { tool: "diff_runs", operation: "runs.diff" },
  publish: { tool: "publish_run", operation: "runs.publish" },
  findings: { tool: "feed_findings", operation: "findings.list" },
  disapproved: { tool: "platform_issues", operation: "platform_issues.list" },
  tryRule: { tool: "preview_rule", operation: "rules.preview" },
  lint: { tool: "lint_rules", operation: "rules.lint" },
  plan: { tool: "list_plans", operation: "plans.list" },
} as const);

/** More than these nobody does first. */
const STEPS_MAX = 5;
/** Of one channel, so that it leaves room for the others. */
const FINDINGS_MAX = 2;

export interface Facts extends Omit<FeedHealthShape, "what_to_do_first" | "object" | "health"> {
  readonly hasCatalog: boolean;
}

/** The shortest way to a feed that is right and fresh: what stands in the way of the others first. */
export function nextSteps(facts: Facts): Step[] {
  const blocked = beforeAnyRun(facts);
  return (
    blocked === undefined ? [...aboutRuns(facts), ...aboutFindings(facts), ...aboutItems(facts), ...aboutTheRest(facts)] : [blocked]
  ).slice(0, STEPS_MAX);
}

const step = (how: keyof typeof STEPS, action: string, given: Step["arguments"] = {}): Step => ({
  action,
  ...STEPS[how],
  arguments: given,
});

/** What has to be done before a run can help. */
function beforeAnyRun({ feed_id: feedId, active, status, hasCatalog, not_extracted: missing }: Facts): Step | undefined {
  if (!active) return step("activate", "The feed is inactive, so its file isn't served. Activate the feed to use it.", { feed_id: feedId });
  const isComing = status === "generating";
  if (!hasCatalog && isComing) return step("extracting", "The first extract is in progress. The feed runs when the extract completes.");
  if (!hasCatalog) return step("extract", "The shop has no catalog yet. Run a full extract first.", { type: "full" });
  if (missing === null) return undefined;
  return isComing ? step("extracting", missing) : step("extract", missing, { type: "full" });
}

function aboutRuns({ feed_id: feedId, live_run: live, last_run: last, held_run: held }: Facts): Step[] {
  const steps: Step[] = [];
  if (last?.status === "running")
    steps.push(step("follow", `Run ${last.id} is in progress. Wait for it to finish.`, { feed_id: feedId, run_id: last.id }));
  if (held !== null) {
    const run = { feed_id: feedId, run_id: held.id };
    steps.push(
      step("compare", `Run ${held.id} is held: ${held.reasons.join(" ")} Check what would change.`, {
        ...run,
        ...(live === null ? {} : { against: live.id }),
      }),
      step("publish", `If the change is right, publish run ${held.id}. Otherwise change the feed and run it again.`, run),
    );
  }
  if (last?.status === "failed") {
    const why = last.error_details ?? last.error_code ?? "unknown reason";
    steps.push(step("run", `The last run failed: ${why} Fix the cause, then run the feed again.`, { feed_id: feedId }));
  }
  if (steps.length > 0) return steps;
  if (last === null) return [step("run", "The feed has never run. Run it.", { feed_id: feedId })];
  return live?.outdated === true
    ? [step("run", "The feed or the catalog has changed since the run being served. Run the feed again.", { feed_id: feedId })]
    : [];
}

function aboutFindings({ feed_id: feedId, channels }: Facts): Step[] {
  return channels.flatMap(({ slug, top }) =>
    top
      .filter(({ severity }) => severity === "error")
      .slice(0, FINDINGS_MAX)
      .map(({ code, message, affected_count: rows, suggested_rule: rule }) => {
        const what = `${slug} refuses ${rows === 1 ? "1 row" : `${rows} rows`}: ${message}`;
        return rule === null
          ? step("findings", `${what} See what to do about it.`, { feed_id: feedId, slug, code })
          : step("tryRule", `${what} Try the suggested rule.`, { feed_id: feedId, rule });
      }),
  );
}

function aboutItems({ feed_id: feedId, channels }: Facts): Step[] {
  return channels.flatMap(({ slug, platform }) => {
    const refused = platform?.items.disapproved ?? 0;
    const items = refused === 1 ? "1 item" : `${refused} items`;
    return refused === 0 ? [] : [step("disapproved", `${slug} has disapproved ${items}. See which and why.`, { feed_id: feedId, slug })];
  });
}

function aboutTheRest({ feed_id: feedId, rows, lint }: Facts): Step[] {
  const beyond = rows?.reasons.find(({ reason }) => reason.startsWith(REASON_START.allowance));
  const warnings = lint.warnings ?? 0;
  return [
    ...(beyond === undefined ? [] : [step("plan", `The plan's limit excludes ${beyond.count} rows. Compare the limits of other plans.`)]),
    ...(warnings === 0
      ? []
      : [
          step("lint", `Lint found ${warnings} ${warnings === 1 ? "warning" : "warnings"} about the rules. Review them.`, {
            feed_id: feedId,
          }),
        ]),
  ];
}
