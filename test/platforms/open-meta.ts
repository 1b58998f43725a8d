import { meta } from "../../src/channels/meta/pack.ts";
import type { PlatformSettings } from "../../src/channels/platform-request.ts";
import { type PlatformUnderTest, verb } from "./conformance.suite.ts";
import { type Environment, requireVariable, settingsFrom } from "./environment.ts";
import { type MetaFake, type MetaFakeOptions, startMetaFake } from "./meta/meta-fake.ts";
import { openSession } from "./platform-call.ts";
import { fileElsewhere, type ServedFile, serveFile } from "./served-file.ts";
import { signIn } from "./sign-in.ts";

/** What the fake's pauses are divided by. */
const HURRY = 10_000;

export interface MetaUnderTest extends PlatformUnderTest {
  readonly fake: MetaFake;
}

/** Signed in to the fake, with a catalog chosen. */
export async function openMeta(options: Partial<MetaFakeOptions> = {}): Promise<MetaUnderTest> {
  const fake = await startMetaFake({ seed: 1, ...options });
  const file = await serveFile("gmcfeed.meta.csv");
  const under = underTest({ settings: fake.settings, file, catalog: "9001", hurry: HURRY });
  under.session.grant = await signIn(meta, under.session);
  return {
    ...under,
    fake,
    async [Symbol.asyncDispose]() {
      for (const one of [under, fake]) await one[Symbol.asyncDispose]();
    },
  };
}

/**
 * The real Meta. `META_ACCESS_TOKEN`: a system user's. `META_CATALOG_ID`: a catalog for tests. `META_FEED_URL`: a CSV file that Meta can
 * reach. `META_CLIENT_ID`, `META_CLIENT_SECRET`: the token's application, if that requires proofs.
 */
export async function openRealMeta(env: Environment): Promise<PlatformUnderTest> {
  const accessToken = requireVariable(env, "META_ACCESS_TOKEN");
  const catalog = requireVariable(env, "META_CATALOG_ID");
  const file = fileElsewhere(requireVariable(env, "META_FEED_URL"));
  const under = underTest({ settings: settingsFrom(env, "meta"), file, catalog, hurry: 1 });
  under.session.grant = await verb(under, meta.platform.connecting.accept)({ access_token: accessToken });
  return { ...under, fake: null };
}

interface Opening {
  readonly settings: PlatformSettings;
  readonly file: ServedFile;
  readonly catalog: string;
  readonly hurry: number;
}

function underTest({ settings, file, catalog, hurry }: Opening): Omit<PlatformUnderTest, "fake"> {
  const session = openSession(meta, { settings, hurry });
  session.account = { id: catalog, name: catalog, parts: {}, problem: null };
  const wanted = { name: "Feedwright US-en", url: file.url, format: "csv", hour: 4, timeZone: "America/New_York", currency: "USD" };
  return {
    pack: meta,
    session,
    file,
    wanted: { ...wanted, targets: [{ country: "US", language: "en" }] },
    async [Symbol.asyncDispose]() {
      for (const one of [session, file]) await one[Symbol.asyncDispose]();
    },
  };
}
