import type { Creation, Entry, FaultSpan, FinalState, Observation, Request, SeenDelivery, Sight } from "./cluster-history.ts";
import { checkDeliveries } from "./cluster-delivery-check.ts";
import { checkEdits } from "./cluster-edit-check.ts";
import { checkReads } from "./cluster-read-check.ts";

/**
 * What must hold of a history, whatever was done to the cluster meanwhile. Pure: from what clients were told and what the database says to sentences
 * about what is wrong.
 */
export interface Evidence {
  readonly entries: readonly Entry[];
  readonly observations: readonly Observation[];
  readonly final: FinalState;
  readonly seen: readonly SeenDelivery[];
  readonly faults: readonly FaultSpan[];
}

export function checkHistory(evidence: Evidence): readonly string[] {
  const { entries, observations, final } = evidence;
  return [
    ...entries.flatMap(unexpectedAnswer),
    ...checkCreations(
      entries.filter((entry) => entry.operation === "create"),
      final,
    ),
    ...checkSights(entries.filter((entry) => entry.operation === "see")),
    ...checkEdits(
      entries.filter((entry) => entry.operation === "edit"),
      final,
    ),
    ...checkRequests(
      entries.filter((entry): entry is Request => entry.operation === "regenerate" || entry.operation === "upload"),
      final,
    ),
    ...checkReads(
      entries.filter((entry) => entry.operation === "read"),
      final.runs,
    ),
    ...checkAttempts(observations),
    ...checkEffects(final),
    ...checkDeliveries(evidence),
  ];
}

/** Without an answer; in the way of something else, too busy, or unable for the moment. */
const EXPECTED: readonly number[] = [0, 200, 201, 202, 409, 429, 503];

function unexpectedAnswer({ process, node, operation, status }: Entry): readonly string[] {
  return EXPECTED.includes(status) || (operation === "see" && status === 404)
    ? []
    : [`${process} was answered ${status} to ${operation} by ${node}`];
}

/** One resource for one key, whatever was repeated; an acknowledged one is there, and audited once. */
function checkCreations(creations: readonly Creation[], { resources }: FinalState): readonly string[] {
  const made = Map.groupBy(resources, ({ kind, token }) => `${kind} ${token}`);
  const asked = Map.groupBy(creations, ({ kind, token }) => `${kind} ${token}`);
  const faults: string[] = [];
  for (const [name, attempts] of asked) {
    const told = new Set(attempts.flatMap(({ outcome, id }) => (outcome === "ok" ? [String(id)] : [])));
    const there = made.get(name) ?? [];
    if (told.size > 1) faults.push(`${name} was told to be ${[...told].join(" and ")}`);
    if (there.length > 1) faults.push(`${name} was made ${there.length} times`);
    for (const id of told) if (!there.some((one) => one.id === id)) faults.push(`${name} was acknowledged as ${id} and isn't there`);
    if (attempts.every(({ outcome }) => outcome === "fail") && there.length > 0) faults.push(`${name} was refused and is there`);
    for (const { id, audited } of there) if (audited !== 1) faults.push(`${name} (${id}) has ${audited} audit entries`);
  }
  for (const name of made.keys()) if (!asked.has(name)) faults.push(`${name} is there and nobody asked for it`);
  return faults;
}

/** Whoever was told that something is made sees it at every node. */
function checkSights(sights: readonly Sight[]): readonly string[] {
  return sights.flatMap(({ outcome, found, id, node }) =>
    outcome === "ok" && !found ? [`${id} was acknowledged and ${node} doesn't have it`] : [],
  );
}

/** Work that was acknowledged is there, and came to an end. */
function checkRequests(requests: readonly Request[], { runs, extracts }: FinalState): readonly string[] {
  const known = new Map([
    ...runs.map(({ id, status }) => [`run_${id}`, status] as const),
    ...extracts.map(({ id, status }) => [id, status] as const),
  ]);
  return requests.flatMap(({ operation, outcome, id }) => {
    if (outcome !== "ok") return [];
    const status = known.get(String(id));
    return status === undefined ? [`${operation} was acknowledged as ${id}, which isn't there`] : [];
  });
}

const FINISHED: readonly string[] = ["completed", "failed", "cancelled"];

/** The number that fences stale workers off only grows, and what has ended stays as it ended. */
function checkAttempts(observations: readonly Observation[]): readonly string[] {
  const faults: string[] = [];
  const last = new Map<string, Observation>();
  for (const now of observations) {
    const name = `${now.kind} ${now.id}`;
    const before = last.get(name);
    last.set(name, now);
    if (before === undefined) continue;
    if (now.attempt < before.attempt) faults.push(`${name} went back from attempt ${before.attempt} to ${now.attempt}`);
    if (FINISHED.includes(before.status) && (now.status !== before.status || now.attempt !== before.attempt))
      faults.push(`${name} was ${before.status} in attempt ${before.attempt} and became ${now.status} in attempt ${now.attempt}`);
  }
  return faults;
}

/** Each piece of work has ended, and was told of once. */
function checkEffects({ runs, extracts, events }: FinalState): readonly string[] {
  const told = new Map<string, number>();
  for (const { name, subject } of events) told.set(`${name} ${subject}`, (told.get(`${name} ${subject}`) ?? 0) + 1);
  const count = (name: string, subject: string): number => told.get(`${name} ${subject}`) ?? 0;
  const faults: string[] = [];
  const expect = (name: string, subject: string, wanted: number): void => {
    const found = count(name, subject);
    if (found !== wanted) faults.push(`${subject} has ${found} ${name} events instead of ${wanted}`);
  };
  for (const { id, status, published } of runs) {
    if (!FINISHED.includes(status)) faults.push(`run_${id} is ${status} in the end`);
    expect("feed.updated", `run_${id}`, published ? 1 : 0);
  }
  for (const { id, status } of extracts) {
    if (!FINISHED.includes(status)) faults.push(`${id} is ${status} in the end`);
    expect("extract.completed", id, status === "completed" ? 1 : 0);
    expect("extract.failed", id, status === "failed" ? 1 : 0);
  }
  return faults;
}
