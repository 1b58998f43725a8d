import { amazon } from "../../src/channels/amazon/pack.ts";
import type { DatafeedWanted } from "../../src/channels/platform-port.ts";
import { type AmazonFake, type AmazonFakeOptions, startAmazonFake } from "./amazon/amazon-fake.ts";
import { type PlatformUnderTest, verb } from "./conformance.suite.ts";
import { openSession, type PlatformSession } from "./platform-call.ts";
import { type Environment, requireVariable, settingsFrom } from "./environment.ts";
import { fileElsewhere, serveFile } from "./served-file.ts";

export type AmazonUnderTest = PlatformUnderTest & { readonly fake: AmazonFake };

/** Signed in to the fake by typed credentials, with its first marketplace chosen. */
export async function openAmazon(options: Partial<AmazonFakeOptions> = {}): Promise<AmazonUnderTest> {
  const fake = await startAmazonFake({ seed: 1, ...options });
  const file = await serveFile("gmcfeed.amazon.json");
  const settings = { endpoints: fake.endpoints, clientId: "client", clientSecret: "secret", applicationToken: "amzn1.sp.solution.1" };
  const session = openSession(amazon, { settings, hurry: 1_000 });
  const region = options.region ?? "na";
  await signIn(session, { refresh_token: fake.refreshToken, selling_partner_id: fake.seller, region });
  await chooseAccount(session, null);
  return {
    ...{ pack: amazon, session, fake, file, wanted: wantedOf(file.url) },
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
      await file[Symbol.asyncDispose]();
    },
  };
}

/**
 * The real Amazon. `AMAZON_CLIENT_ID`, `AMAZON_CLIENT_SECRET` and `AMAZON_REFRESH_TOKEN`: of a self-authorized application.
 * `AMAZON_SELLER_ID` and `AMAZON_REGION` (`na`, `eu` or `fe`): the seller account's. `AMAZON_MARKETPLACE_ID`, else the first one.
 */
export async function openRealAmazon(env: Environment): Promise<PlatformUnderTest> {
  for (const name of ["AMAZON_CLIENT_ID", "AMAZON_CLIENT_SECRET"]) requireVariable(env, name);
  const session = openSession(amazon, { settings: settingsFrom(env, "amazon"), hurry: 1 });
  await signIn(session, {
    refresh_token: requireVariable(env, "AMAZON_REFRESH_TOKEN"),
    selling_partner_id: requireVariable(env, "AMAZON_SELLER_ID"),
    region: requireVariable(env, "AMAZON_REGION"),
  });
  await chooseAccount(session, env["AMAZON_MARKETPLACE_ID"] ?? null);
  // Amazon reads no file.
  const file = fileElsewhere("https://example.com/none.json");
  return {
    ...{ pack: amazon, session, fake: null, file, wanted: wantedOf(file.url) },
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  };
}

async function signIn(session: PlatformSession, credentials: Readonly<Record<string, string>>): Promise<void> {
  session.grant = await verb({ session }, amazon.platform.connecting.accept)(credentials);
}

async function chooseAccount(session: PlatformSession, wanted: string | null): Promise<void> {
  const accounts = await verb({ session }, amazon.platform.accounts)();
  session.account = accounts.find(({ id }) => wanted === null || id === wanted) ?? null;
}

function wantedOf(url: string): DatafeedWanted {
  return {
    ...{ name: "Feedwright US-en", url, format: "json", hour: 4, timeZone: "America/New_York" },
    ...{ targets: [{ country: "US", language: "en" }], currency: "USD" },
  };
}
