import { PlatformFault } from "../../src/channels/platform-request.ts";
import type { FakePlatform } from "./fake-platform.ts";
import type { FaultKind } from "./fault-script.ts";
import { type PlatformUnderTest, verb } from "./conformance.suite.ts";

/** A platform that fails all the time, and a caller that looks before it creates. */

interface ChaosOptions {
  readonly fake: FakePlatform;
  readonly seed: number;
  readonly kinds?: readonly FaultKind[];
}

const SHARE = 0.3;
const ATTEMPTS_MAX = 60;

/** Registers the feed and has it fetched while a third of all requests fails. */
export async function registerInChaos(under: PlatformUnderTest, { fake, seed, ...kinds }: ChaosOptions): Promise<void> {
  fake.script.slowMs = 1;
  fake.script.chaos({ seed, share: SHARE, ...kinds });
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1)
    try {
      await registerAndFetch(under);
      return fake.script.chaos({ seed, share: 0 });
    } catch (error) {
      if (!(error instanceof PlatformFault)) throw error;
    }
  throw new Error(`nothing came of ${ATTEMPTS_MAX} attempts`);
}

async function registerAndFetch(under: PlatformUnderTest): Promise<void> {
  const { platform } = under.pack;
  const found = (await verb(under, platform.listDatafeeds)()).find(({ url }) => url === under.wanted.url);
  const { id } = found ?? (await verb(under, platform.createDatafeed)(under.wanted));
  await verb(under, platform.updateDatafeed)({ ...under.wanted, id });
  await verb(under, platform.fetchNow)({ ...under.wanted, id });
  await verb(under, platform.latestProcessing)(id);
}
