import { google } from "../../src/channels/google/pack.ts";
import type { DatafeedWanted } from "../../src/channels/platform-port.ts";
import type { PlatformUnderTest } from "./conformance.suite.ts";
import { type Environment, requireVariable, settingsFrom } from "./environment.ts";
import { type GoogleFake, startGoogleFake } from "./google/google-fake.ts";
import { openSession } from "./platform-call.ts";
import { fileElsewhere, serveFile } from "./served-file.ts";
import { signIn } from "./sign-in.ts";

/** Google as tests open it, played or real. */

export interface GoogleUnderTest extends PlatformUnderTest {
  readonly fake: GoogleFake;
}

interface OpenOptions extends Partial<Omit<Parameters<typeof startGoogleFake>[0], "homepage">> {
  /** Signed in, and with the first account chosen. Default: true. */
  readonly isConnected?: boolean;
  readonly timeoutMs?: number;
}

const HOMEPAGE = "https://shop.example";

export async function openFakeGoogle({ isConnected = true, timeoutMs = 60_000, ...options }: OpenOptions = {}): Promise<GoogleUnderTest> {
  const fake = await startGoogleFake({ seed: 25, homepage: HOMEPAGE, ...options });
  const file = await serveFile("gmcfeed.google.txt");
  const session = openSession(google, { settings: fake.settings, hurry: 1_000, timeoutMs });
  if (isConnected) {
    session.grant = await signIn(google, session);
    session.account = { id: "1001", name: "Linen and Oak", parts: {}, problem: null };
  }
  return {
    ...{ pack: google, session, fake, file, wanted: wantedOf(file.url) },
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
      await file[Symbol.asyncDispose]();
    },
  };
}

function wantedOf(url: string): DatafeedWanted {
  const schedule = { hour: 4, timeZone: "America/New_York" };
  return { name: "Feedwright US", url, format: "tsv", ...schedule, targets: [{ country: "US", language: "en" }], currency: "USD" };
}

/**
 * The real Google, by a refresh token of a client of yours. `GOOGLE_SMOKE_FILE_URL`: a file that Google can fetch; its address should be new, as registrations are found by it.
 */
export async function openRealGoogle(env: Environment): Promise<PlatformUnderTest> {
  const value = (name: string): string => requireVariable(env, name);
  for (const name of ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"]) value(name);
  const session = openSession(google, { settings: settingsFrom(env, "google"), hurry: 1 });
  session.grant = {
    ...{ accessToken: "expired", expiresAt: null, refreshToken: value("GOOGLE_SMOKE_REFRESH_TOKEN"), refreshExpiresAt: null },
    ...{ scopes: [], parts: {} },
  };
  session.account = { id: value("GOOGLE_SMOKE_ACCOUNT_ID"), name: "smoke", parts: {}, problem: null };
  const file = fileElsewhere(value("GOOGLE_SMOKE_FILE_URL"));
  return {
    pack: google,
    session,
    fake: null,
    file,
    wanted: wantedOf(file.url),
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  };
}
