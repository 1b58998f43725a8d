import { google } from "../../src/channels/google/pack.ts";
import { amazon } from "../../src/channels/amazon/pack.ts";
import type { ChannelPack } from "../../src/channels/channel-port.ts";
import { meta } from "../../src/channels/meta/pack.ts";
import { microsoft } from "../../src/channels/microsoft/pack.ts";
import { pinterest } from "../../src/channels/pinterest/pack.ts";
import { tiktok } from "../../src/channels/tiktok/pack.ts";
import { conformanceCases, type OpenPlatform, type PlatformUnderTest } from "./conformance.suite.ts";
import type { Environment } from "./environment.ts";
import { openAmazon, openRealAmazon } from "./open-amazon.ts";
import { openFakeGoogle, openRealGoogle } from "./open-google.ts";
import { openMeta, openRealMeta } from "./open-meta.ts";
import { openFakeMicrosoft, openRealMicrosoft } from "./open-microsoft.ts";
import { openPinterest, openRealPinterest } from "./open-pinterest.ts";
import { openRealTiktok, openTiktok } from "./open-tiktok.ts";

interface SmokePlatform {
  readonly pack: ChannelPack;
  /** Without these the real one can't be opened. */
  readonly variables: readonly string[];
  readonly fake: OpenPlatform;
  readonly real: (env: Environment) => Promise<PlatformUnderTest>;
}

export const SMOKE_PLATFORMS: Readonly<Record<string, SmokePlatform>> = {
  google: {
    pack: google,
    variables: [
      ...["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "GOOGLE_SMOKE_REFRESH_TOKEN"],
      ...["GOOGLE_SMOKE_ACCOUNT_ID", "GOOGLE_SMOKE_FILE_URL"],
    ],
    fake: () => openFakeGoogle(),
    real: openRealGoogle,
  },
  meta: {
    pack: meta,
    variables: ["META_ACCESS_TOKEN", "META_CATALOG_ID", "META_FEED_URL"],
    fake: () => openMeta(),
    real: (env) => openRealMeta(env),
  },
  microsoft: {
    pack: microsoft,
    variables: [
      ...["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET", "MICROSOFT_DEVELOPER_TOKEN"],
      ...["MICROSOFT_SMOKE_REFRESH_TOKEN", "MICROSOFT_SMOKE_STORE_ID"],
    ],
    fake: () => openFakeMicrosoft(),
    real: openRealMicrosoft,
  },
  pinterest: {
    pack: pinterest,
    variables: ["PINTEREST_ACCESS_TOKEN", "PINTEREST_FEED_URL"],
    fake: () => openPinterest(),
    real: (env) => openRealPinterest(env),
  },
  tiktok: {
    pack: tiktok,
    variables: ["TIKTOK_FEED_URL", "TIKTOK_ACCESS_TOKEN"],
    fake: () => openTiktok(),
    real: (env) => openRealTiktok(env),
  },
  amazon: {
    pack: amazon,
    variables: ["AMAZON_CLIENT_ID", "AMAZON_CLIENT_SECRET", "AMAZON_REFRESH_TOKEN", "AMAZON_SELLER_ID", "AMAZON_REGION"],
    fake: () => openAmazon(),
    real: (env) => openRealAmazon(env),
  },
};

interface Smoke {
  readonly slug: string;
  /** Against the platform that tests play, to try the command itself. */
  readonly fake: boolean;
  readonly env: Environment;
  readonly say: (line: string) => void;
  readonly platforms?: Readonly<Record<string, SmokePlatform>>;
}

/** Runs what every platform's client must do against one platform, and says what passed. Answers the exit code. */
export async function smokeChannel({ slug, fake, env, say, platforms = SMOKE_PLATFORMS }: Smoke): Promise<number> {
  const platform = platforms[slug];
  if (platform === undefined) {
    say(`${slug === "" ? "" : `There is no client for ${slug}. `}Name one of: ${Object.keys(platforms).join(", ")}.`);
    return 1;
  }
  const missing = platform.variables.filter((name) => (env[name] ?? "") === "");
  if (!fake && missing.length > 0) {
    say(`Set ${missing.join(", ")} first. What they are: docs/guide/channels/${slug}.md`);
    return 1;
  }
  const cases = conformanceCases(platform.pack);
  const open = fake ? platform.fake : () => platform.real(env);
  let failed = 0;
  for (const [title, run] of cases) {
    const fault = await run(open).then(
      () => null,
      (error: unknown) => String(error),
    );
    if (fault !== null) failed += 1;
    say(`${fault === null ? "passed" : "FAILED"}  ${title}${fault === null ? "" : `\n        ${fault.replaceAll("\n", "\n        ")}`}`);
  }
  say(`${cases.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
