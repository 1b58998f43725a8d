import { setTimeout as sleep } from "node:timers/promises";
import { startGoogleFake } from "../platforms/google/google-fake.ts";
import type { Scene } from "./scene.ts";

/** Google, played on this machine, and what a service needs to find it there. */
export async function playGoogle() {
  const fake = await startGoogleFake({ seed: 21, homepage: "https://own.example" });
  const { clientId, clientSecret, endpoints } = fake.settings;
  const settings = {
    CHANNEL_ENDPOINTS: JSON.stringify({ google: endpoints }),
    GOOGLE_CLIENT_ID: clientId ?? "",
    GOOGLE_CLIENT_SECRET: clientSecret ?? "",
  };
  return { settings, [Symbol.asyncDispose]: () => fake[Symbol.asyncDispose]() };
}

type Owner = Pick<Scene["own"], "merchantKey" | "feed">;
type Connecting = Pick<Scene, "ask" | "exchange">;

const TRIES_MAX = 120;
const TRY_EVERY_MS = 250;

/** The first answer that isn't refused: what a test before it started may still be under way. */
async function patiently<T>(work: () => Promise<T | undefined>): Promise<T> {
  let last: unknown;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    try {
      const answer = await work();
      if (answer !== undefined) return answer;
    } catch (error) {
      last = error;
    }
    await sleep(TRY_EVERY_MS);
  }
  throw new Error("Google wasn't connected in time", { cause: last });
}

/** Connects the shop to Google, and registers a feed there; the answer is the datafeed's id. Again, it changes nothing. */
export async function connectGoogle(scene: Connecting, { merchantKey: key, feed }: Owner): Promise<string> {
  const { data } = await scene.ask(key, "GET", "/channels/google");
  if (data["status"] !== "connected") await patiently(() => signIn(scene, key));
  return patiently(async () => {
    const made = await scene.ask(key, "POST", "/channels/google/datafeeds", { feed_id: feed });
    return made.data["datafeed_id"] === null ? undefined : String(made.data["id"]);
  });
}

async function signIn({ ask, exchange }: Connecting, key: string): Promise<true> {
  const begun = await ask(key, "POST", "/channels/google/connect", {});
  const page = await fetch(String(begun.data["authorize_url"]), { redirect: "manual" });
  const back = new URL(page.headers.get("location") ?? "");
  await exchange({ method: "GET", target: `${back.pathname}${back.search}`, headers: {} });
  await ask(key, "PATCH", "/channels/google", { account_id: "1001" });
  return true;
}
