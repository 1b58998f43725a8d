import { microsoft } from "../../src/channels/microsoft/pack.ts";
import { isSupported } from "../../src/channels/platform-port.ts";
import type { PlatformUnderTest } from "./conformance.suite.ts";
import { type Environment, requireVariable, settingsFrom } from "./environment.ts";
import { type MicrosoftFake, startMicrosoftFake } from "./microsoft/microsoft-fake.ts";
import { openSession, type PlatformSession } from "./platform-call.ts";
import { fileElsewhere, type ServedFile, serveFile } from "./served-file.ts";
import { signIn } from "./sign-in.ts";

/** Microsoft as tests open it, played or real. */

export interface MicrosoftUnderTest extends PlatformUnderTest {
  readonly fake: MicrosoftFake;
}

interface OpenOptions extends Partial<Parameters<typeof startMicrosoftFake>[0]> {
  /** Signed in, and with the first store chosen. Default: true. */
  readonly isConnected?: boolean;
}

export async function openFakeMicrosoft({ isConnected = true, ...options }: OpenOptions = {}): Promise<MicrosoftUnderTest> {
  const fake = await startMicrosoftFake({ seed: 25, ...options });
  const file = await serveFile("gmcfeed.microsoft.txt");
  const session = openSession(microsoft, { settings: fake.settings, hurry: 1_000, timeoutMs: 60_000 });
  if (isConnected) {
    session.grant = await signIn(microsoft, session);
    session.account = { id: "42", name: "Linen and Oak", parts: { customerId: "900", customerAccountId: "901" }, problem: null };
  }
  return {
    ...{ pack: microsoft, session, fake, file, wanted: wantedOf(file) },
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
      await file[Symbol.asyncDispose]();
    },
  };
}

function wantedOf({ url }: ServedFile): PlatformUnderTest["wanted"] {
  const schedule = { hour: 4, timeZone: "America/New_York" };
  return { name: "Feedwright US", url, format: "tsv", ...schedule, targets: [{ country: "US", language: "en" }], currency: "USD" };
}

/** The real Microsoft, by a refresh token of a client of yours. The store is `MICROSOFT_SMOKE_STORE_ID`. */
export async function openRealMicrosoft(env: Environment): Promise<PlatformUnderTest> {
  const value = (name: string): string => requireVariable(env, name);
  for (const name of ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET", "MICROSOFT_DEVELOPER_TOKEN"]) value(name);
  const session = openSession(microsoft, { settings: settingsFrom(env, "microsoft"), hurry: 1 });
  session.grant = {
    ...{ accessToken: "expired", expiresAt: null, refreshToken: value("MICROSOFT_SMOKE_REFRESH_TOKEN"), refreshExpiresAt: null },
    ...{ scopes: [], parts: {} },
  };
  session.account = await storeOf(session, value("MICROSOFT_SMOKE_STORE_ID"));
  const file = fileElsewhere("");
  return {
    pack: microsoft,
    session,
    fake: null,
    file,
    wanted: wantedOf(file),
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  };
}

async function storeOf(session: PlatformSession, id: string): Promise<PlatformSession["account"]> {
  const { accounts } = microsoft.platform;
  const listed = isSupported(accounts) ? await accounts(session.call) : [];
  const store = listed.find((account) => account.id === id);
  if (store === undefined)
    throw new Error(`the user has no store ${id}; MICROSOFT_SMOKE_STORE_ID names one of: ${listed.map((one) => one.id).join(", ")}`);
  return store;
}
