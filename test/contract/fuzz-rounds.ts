import fc from "fast-check";
import type { serviceHome } from "../harness/service-process.ts";
import { errorFaults, headerFaults, successFaults } from "./answers.ts";
import type { Exchange, Exchanged } from "./exchange.ts";
import { outsideFaults, outsideRequest } from "./fuzz-outside.ts";
import { exchangeOf, type FuzzRequest, fuzzRequest } from "./fuzz-requests.ts";
import { SAMPLES } from "./samples.ts";
import { contractScene, type Scene } from "./scene.ts";

/**
 * Random requests to the running service. Whatever is sent, nothing is answered 5xx, everything that is no success is an error of the one
 * format, every success is as its operation says, and nothing takes longer than the bound.
 */
export interface FuzzPlan {
  readonly seed: number;
  readonly budgetMs: number;
  /** As many requests at a time as one draw has; without it until the time is up. */
  readonly draws?: number;
  /** Makes the home of the service. */
  readonly open: typeof serviceHome;
  readonly say: (line: string) => void;
}

export interface FuzzReport {
  readonly requests: number;
  /** Requests that were not sent, because what they would act on could not be made. */
  readonly unmade: number;
  /** By status. */
  readonly answers: Readonly<Record<string, number>>;
  /** Operations that were answered with success at least once. */
  readonly succeeded: number;
  readonly slowest: string;
  readonly violations: readonly string[];
}

/** Several requests wait on the service at once; on two busy cores the slowest of them, a preview, takes a few seconds. */
const ANSWERED_WITHIN_MS = 60_000;
const CLIENTS = 4;
/** Requests of one draw; a draw is repeated by its number. */
const DRAW = 200;
/** Of them, those that are for no operation. */
const OUTSIDE_DRAW = 30;
const VIOLATIONS_MAX = 50;
const SHOWN_CHARACTERS = 1_500;

interface Tally {
  readonly answers: Record<string, number>;
  readonly succeeded: Set<string>;
  readonly violations: string[];
  requests: number;
  unmade: number;
  slowest: { readonly ms: number; readonly what: string };
}

export async function fuzzRounds({ seed, budgetMs, draws = Infinity, open, say }: FuzzPlan): Promise<FuzzReport> {
  await using scene = await contractScene(open, { LOG_LEVEL: "error" });
  const tally: Tally = { answers: {}, succeeded: new Set(), violations: [], requests: 0, unmade: 0, slowest: { ms: 0, what: "" } };
  const feedFile = new URL(String((await scene.ask(scene.own.merchantKey, "GET", "/shop")).data["feed_url"])).pathname;
  const deadline = performance.now() + budgetMs;
  for (let draw = 0; draw < draws && performance.now() < deadline && tally.violations.length < VIOLATIONS_MAX; draw += 1) {
    const waiting = fc.sample(fuzzRequest, { seed: seed + draw, numRuns: DRAW });
    for (const sent of fc.sample(outsideRequest(feedFile), { seed: seed + draw, numRuns: OUTSIDE_DRAW })) {
      await ask(scene, { sent, tally, faultsOf: outsideFaults });
    }
    await Promise.all(Array.from({ length: CLIENTS }, () => client(scene, { waiting, tally, deadline })));
    say(`${tally.requests} requests, ${tally.violations.length} violations`);
  }
  const logged = scene.home
    .logged()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .join("\n");
  if (logged !== "") tally.violations.push(`the service logged errors: ${logged.slice(0, SHOWN_CHARACTERS)}`);
  const { answers, succeeded, violations, requests, unmade, slowest } = tally;
  return { requests, unmade, answers, succeeded: succeeded.size, slowest: `${Math.round(slowest.ms)} ms ${slowest.what}`, violations };
}

interface Round {
  readonly waiting: FuzzRequest[];
  readonly tally: Tally;
  readonly deadline: number;
}

async function client(scene: Scene, { waiting, tally, deadline }: Round): Promise<void> {
  for (let next = waiting.pop(); next !== undefined && performance.now() < deadline; next = waiting.pop()) {
    const sent = await exchangeOf(scene, next).catch(() => undefined);
    // What it would act on cannot be made while another client has changed the plan or waits for an extract.
    if (sent === undefined) tally.unmade += 1;
    else await askOperation(scene, { request: next, sent, tally });
    await SAMPLES[next.operation.name]?.after?.(scene).catch(() => undefined);
  }
}

interface Asked {
  readonly sent: Exchange;
  readonly tally: Tally;
  readonly faultsOf: (sent: Exchange, answer: Exchanged) => readonly string[];
}

async function askOperation(
  scene: Scene,
  { request, sent, tally }: Pick<Asked, "sent" | "tally"> & { readonly request: FuzzRequest },
): Promise<void> {
  const status = await ask(scene, { sent, tally, faultsOf: (_, answer) => operationFaults(request, sent, answer) });
  if (status >= 200 && status < 300) tally.succeeded.add(request.operation.name);
}

/** Answers its status; 0 for no answer at all. */
async function ask({ exchange }: Scene, { sent, tally, faultsOf }: Asked): Promise<number> {
  const what = shown(sent);
  tally.requests += 1;
  const answer = await exchange(sent).catch((error: unknown) => String(error));
  if (typeof answer === "string") {
    // Nothing can be known of a request whose headers were too large to be read, not even that its answer has no body.
    if (sent.method === "HEAD" && answer.includes("Parse Error")) return 0;
    tally.violations.push(`${what}\n  was not answered: ${answer}`);
    return 0;
  }
  tally.answers[answer.status] = (tally.answers[answer.status] ?? 0) + 1;
  if (answer.ms > tally.slowest.ms) tally.slowest = { ms: answer.ms, what };
  const slow = answer.ms > ANSWERED_WITHIN_MS ? [`it took ${Math.round(answer.ms)} ms`] : [];
  const faults = [...faultsOf(sent, answer), ...slow];
  if (faults.length > 0)
    tally.violations.push(`${what}\n  ${answer.status} ${answer.text.slice(0, SHOWN_CHARACTERS)}\n  ${faults.join("; ")}`);
  return answer.status;
}

function operationFaults({ operation }: FuzzRequest, { method, target }: Exchange, answer: Exchanged): readonly string[] {
  if (answer.status >= 500) return ["a request is never answered 5xx"];
  // An answer without a body says no more than its status.
  if (method === "HEAD") return [];
  // An odd path may lead to another operation, whose schema is not at hand.
  const isItself =
    method === operation.http.method && new RegExp(`^/v1${operation.http.path.replaceAll(/\{\w+\}/g, "[^/]+")}(?:\\?|$)`).test(target);
  if (answer.status < 300) return isItself ? [...successFaults(operation, answer), ...headerFaults(answer)] : [];
  return errorFaults(answer);
}

function shown({ method, target, headers, body }: Exchange): string {
  const text = `${method} ${target} ${JSON.stringify({ ...headers, authorization: undefined })} ${String(body ?? "")}`;
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length} characters)` : text;
}
