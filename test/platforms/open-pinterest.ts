import { pinterest } from "../../src/channels/pinterest/pack.ts";
import type { PlatformSettings } from "../../src/channels/platform-request.ts";
import type { PlatformUnderTest } from "./conformance.suite.ts";
import { type Environment, requireVariable, settingsFrom } from "./environment.ts";
import { type PinterestFake, type PinterestFakeOptions, startPinterestFake } from "./pinterest/pinterest-fake.ts";
import { openSession } from "./platform-call.ts";
import { fileElsewhere, type ServedFile, serveFile } from "./served-file.ts";
import { signIn } from "./sign-in.ts";

/** What the fake's pauses are divided by. */
const HURRY = 10_000;

export interface PinterestUnderTest extends PlatformUnderTest {
  readonly fake: PinterestFake;
}

/** Signed in to the fake, with the user's own catalog chosen. */
export async function openPinterest(options: Partial<PinterestFakeOptions> = {}): Promise<PinterestUnderTest> {
  const fake = await startPinterestFake({ seed: 1, ...options });
  const under = underTest(fake.settings, await serveFile("gmcfeed.pinterest.tsv"), HURRY);
  under.session.grant = await signIn(pinterest, under.session);
  return {
    ...under,
    fake,
    async [Symbol.asyncDispose]() {
      for (const one of [under, fake]) await one[Symbol.asyncDispose]();
    },
  };
}

/**
 * The real Pinterest. `PINTEREST_ACCESS_TOKEN`: of a business account with a claimed website. `PINTEREST_FEED_URL`: a TSV file that
 * Pinterest can reach. A refresh would replace the refresh token, so none is taken.
 */
export async function openRealPinterest(env: Environment): Promise<PlatformUnderTest> {
  const accessToken = requireVariable(env, "PINTEREST_ACCESS_TOKEN");
  const file = fileElsewhere(requireVariable(env, "PINTEREST_FEED_URL"));
  const under = underTest(settingsFrom(env, "pinterest"), file, 1);
  under.session.grant = { accessToken, expiresAt: null, refreshToken: null, refreshExpiresAt: null, scopes: [], parts: {} };
  return { ...under, fake: null };
}

function underTest(settings: PlatformSettings, file: ServedFile, hurry: number): Omit<PlatformUnderTest, "fake"> {
  const session = openSession(pinterest, { settings, hurry });
  session.account = { id: "own", name: "own", parts: {}, problem: null };
  const wanted = { name: "Feedwright US-en", url: file.url, format: "tsv", hour: 4, timeZone: "America/New_York", currency: "USD" };
  return {
    pack: pinterest,
    session,
    file,
    wanted: { ...wanted, targets: [{ country: "US", language: "en" }] },
    async [Symbol.asyncDispose]() {
      for (const one of [session, file]) await one[Symbol.asyncDispose]();
    },
  };
}
