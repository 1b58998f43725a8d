import type { DatafeedWanted } from "../../src/channels/platform-port.ts";
import { tiktok } from "../../src/channels/tiktok/pack.ts";
import { type PlatformUnderTest, verb } from "./conformance.suite.ts";
import { openSession, type PlatformSession } from "./platform-call.ts";
import { type Environment, requireVariable, settingsFrom } from "./environment.ts";
import { fileElsewhere, serveFile } from "./served-file.ts";
import { startTiktokFake, type TiktokFake, type TiktokFakeOptions } from "./tiktok/tiktok-fake.ts";

export type TiktokUnderTest = PlatformUnderTest & { readonly fake: TiktokFake };

/** Signed in to the fake by a typed token, with its first catalog chosen. */
export async function openTiktok(options: Partial<TiktokFakeOptions> & { readonly fileName?: string } = {}): Promise<TiktokUnderTest> {
  const fake = await startTiktokFake({ seed: 1, ...options });
  const file = await serveFile(options.fileName ?? "gmcfeed.tiktok.csv");
  const settings = { endpoints: fake.endpoints, clientId: "7", clientSecret: "secret", applicationToken: null };
  const session = openSession(tiktok, { settings, hurry: 1_000 });
  await signIn(session, fake.token());
  await chooseAccount(session, null);
  return {
    ...{ pack: tiktok, session, fake, file, wanted: wantedOf(file.url) },
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
      await file[Symbol.asyncDispose]();
    },
  };
}

/**
 * The real TikTok. `TIKTOK_ACCESS_TOKEN`: of an application of yours. `TIKTOK_FEED_URL`: a CSV file that TikTok can reach.
 * `TIKTOK_CATALOG_ID`: a catalog for tests, else the first one.
 */
export async function openRealTiktok(env: Environment): Promise<PlatformUnderTest> {
  const url = requireVariable(env, "TIKTOK_FEED_URL");
  const session = openSession(tiktok, { settings: settingsFrom(env, "tiktok"), hurry: 1 });
  await signIn(session, requireVariable(env, "TIKTOK_ACCESS_TOKEN"));
  await chooseAccount(session, env["TIKTOK_CATALOG_ID"] ?? null);
  return {
    ...{ pack: tiktok, session, fake: null, file: fileElsewhere(url), wanted: { ...wantedOf(url), currency: null } },
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  };
}

async function signIn(session: PlatformSession, token: string): Promise<void> {
  session.grant = await verb({ session }, tiktok.platform.connecting.accept)({ access_token: token });
}

async function chooseAccount(session: PlatformSession, wanted: string | null): Promise<void> {
  const accounts = await verb({ session }, tiktok.platform.accounts)();
  session.account = accounts.find(({ id }) => wanted === null || id === wanted) ?? null;
}

function wantedOf(url: string): DatafeedWanted {
  return {
    ...{ name: "Feedwright US-en", url, format: "csv", hour: 4, timeZone: "America/New_York" },
    ...{ targets: [{ country: "US", language: "en" }], currency: "USD" },
  };
}
