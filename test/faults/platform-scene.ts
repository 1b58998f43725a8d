import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../../src/platform/postgres/postgres-port.ts";
import type { Draw } from "../../src/storefronts/sample/seeded-draw.ts";
import type { ApiAnswer, ApiClient } from "../harness/api-client.ts";
import { pausesEnd } from "./passing-time.ts";
import type { PlayedPlatform } from "./played-platforms.ts";

/** What a round works with. */
export interface PlatformScene {
  readonly client: ApiClient;
  readonly db: Db;
  readonly feedId: string;
  readonly draw: Draw;
  readonly platforms: readonly PlayedPlatform[];
  readonly violations: string[];
  /** Registrations that were there at some time: `google 10500001`. */
  readonly seen: Set<string>;
  /** Whatever is worth a number at the end. */
  readonly counts: Record<string, number>;
}

const LOOK_EVERY_MS = 500;
/** Every so often the pauses between the service's tries are over. */
const PAUSES_EVERY_LOOKS = 6;
/** A request that takes longer hangs: a platform may take a minute to answer one. */
const ANSWER_WITHIN_MS = 300_000;
/** Retries have their bounds, kills take the service away, and the machine may be busy. */
const STAGE_WITHIN_MS = 300_000;

export function count({ counts }: Pick<PlatformScene, "counts">, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

/** The service's answer; null while it is away. */
export async function answerOf(asked: Promise<ApiAnswer>): Promise<ApiAnswer | null> {
  const late = new AbortController();
  try {
    return await Promise.race([asked.catch(() => null), sleep(ANSWER_WITHIN_MS, null, { signal: late.signal })]);
  } finally {
    late.abort();
  }
}

/** Looks until there is an answer. Throws with what was seen last when that takes too long. */
export async function until<T>(
  scene: PlatformScene,
  what: string,
  look: (saw: (last: unknown) => void) => Promise<T | undefined>,
): Promise<T> {
  const deadline = performance.now() + STAGE_WITHIN_MS;
  let last: unknown = "nothing";
  for (let looks = 1; ; looks += 1) {
    checkRegistrations(scene, what);
    checkRequests(scene);
    const found = await look((seen) => (last = seen));
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${STAGE_WITHIN_MS} ms; last seen: ${JSON.stringify(last)}`);
    if (looks % PAUSES_EVERY_LOOKS === 0) await pausesEnd(scene.db).catch(() => undefined);
    await sleep(LOOK_EVERY_MS);
  }
}

/** A request that a platform's description doesn't allow ends the run: it would only be sent again. */
function checkRequests({ platforms }: PlatformScene): void {
  for (const { slug, fake } of platforms)
    if (fake.violations.length > 0) throw new Error(`${slug} was asked wrongly: ${fake.violations[0]}`);
}

/** Whatever happens, no platform ever has a file registered twice. */
function checkRegistrations({ platforms, seen, violations }: PlatformScene, when: string): void {
  for (const { slug, registrations } of platforms) {
    for (const { id } of registrations()) seen.add(`${slug} ${id}`);
    const urls = registrations().map(({ url }) => url);
    const violation = `${slug} has a file registered twice`;
    if (new Set(urls).size < urls.length && !violations.some((one) => one.startsWith(violation))) violations.push(`${violation} (${when})`);
  }
}
