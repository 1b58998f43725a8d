import type { Edit, FinalState } from "./cluster-history.ts";

type FinalFeed = FinalState["feeds"][number];

/** Of changes of one version one takes effect; each acknowledged one is a version; later ones follow earlier ones. */
export function checkEdits(edits: readonly Edit[], { feeds }: FinalState): readonly string[] {
  return [...Map.groupBy(edits, (edit) => edit.feedId)].flatMap(([feedId, own]) => {
    const feed = feeds.find(({ id }) => id === feedId);
    if (feed === undefined) return [`${feedId} was changed and isn't there`];
    const acknowledged = own.filter(({ outcome }) => outcome === "ok");
    return [...lostEdits(feed, acknowledged), ...outOfOrder(feedId, acknowledged), ...wrongEnd(feed, own)];
  });
}

/** A feed keeps so many of its newest versions. */
const VERSIONS_KEPT = 1_000;

function lostEdits({ id, values }: FinalFeed, acknowledged: readonly Edit[]): readonly string[] {
  const faults: string[] = [];
  for (const [expected, same] of Map.groupBy(acknowledged, (edit) => edit.expected))
    if (same.length > 1) faults.push(`${id}: ${same.length} changes of version ${expected} were acknowledged`);
  const newest = Math.max(...values.keys());
  for (const { expected, value } of acknowledged) {
    if (expected + 1 <= newest - VERSIONS_KEPT) continue;
    const version = values.get(expected + 1);
    if (version !== value)
      faults.push(`${id}: "${value}" was acknowledged as version ${expected + 1}, which is ${JSON.stringify(version ?? null)}`);
  }
  return faults;
}

/** The feed is its newest version, and that's of the last acknowledged change or of one that nobody knows about. */
function wrongEnd({ id, value, values }: FinalFeed, edits: readonly Edit[]): readonly string[] {
  const faults: string[] = [];
  const newest = values.get(Math.max(...values.keys()));
  if (newest !== undefined && newest !== value) faults.push(`${id} is "${value}", its newest version "${newest}"`);
  const last = edits.filter(({ outcome }) => outcome === "ok").toSorted((one, other) => other.expected - one.expected)[0];
  if (last === undefined) return faults;
  const possible = edits.filter(({ outcome, expected }) => outcome !== "fail" && expected >= last.expected);
  if (!possible.some((edit) => edit.value === value)) faults.push(`${id} is "${value}", and the last change was "${last.value}"`);
  return faults;
}

function outOfOrder(feedId: string, acknowledged: readonly Edit[]): readonly string[] {
  const faults: string[] = [];
  let [newest, byMs] = [-1, -1];
  const ends = acknowledged.toSorted((one, other) => one.endedMs - other.endedMs);
  for (const edit of acknowledged.toSorted((one, other) => one.invokedMs - other.invokedMs)) {
    for (const before of ends) {
      if (before.endedMs >= edit.invokedMs) break;
      if (before.expected > newest) [newest, byMs] = [before.expected, before.endedMs];
    }
    if (edit.expected <= newest)
      faults.push(`${feedId}: version ${edit.expected} was changed after version ${newest} had been at ${Math.round(byMs)} ms`);
  }
  return faults;
}
