import { PlainError } from "../../kernel/errors.ts";
import { PRODUCTS_MAX } from "../../storefronts/simulator/limits.ts";
import { type Simulator, startSimulator } from "../../storefronts/simulator/start-simulator.ts";
import type { SendDelivery } from "../../storefronts/simulator/webhooks/webhook-deliveries.ts";
import { openEgress } from "../../platform/egress/open-egress.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { stopSignal } from "../stop-signal.ts";

export interface SimulatorCommandOptions {
  readonly port: string;
  readonly host: string;
  readonly products: string;
  readonly seed: string;
  readonly domain: string;
  readonly token?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly appUrl?: string;
  readonly tokenSeconds?: string;
  readonly chaos?: string;
  readonly pace?: string;
  readonly state?: string;
}

/** Shopify waits for an answer for so long. */
const DELIVERED_WITHIN_MS = 5_000;

/** A shop to try Feedwright against, until a signal. */
export async function runSimulator(options: SimulatorCommandOptions): Promise<void> {
  const seed = whole(options.seed, "--seed", { most: 2 ** 31 - 1 });
  const probability = options.chaos === undefined ? 0 : share(options.chaos);
  const stopped = stopSignal();
  await using log = makeLogger({ level: "error" });
  await using egress = openEgress({ allowLoopback: true, log });
  const deliver: SendDelivery = async (url, request) =>
    (await egress.fetch(url, { method: "POST", ...request, loopback: true, signal: AbortSignal.timeout(DELIVERED_WITHIN_MS) })).status;
  await using simulator = await startSimulator({
    deliver,
    port: whole(options.port, "--port", { most: 65_535 }),
    host: options.host,
    products: whole(options.products, "--products", { most: PRODUCTS_MAX }),
    seed,
    shopDomain: options.domain,
    chaos: probability === 0 ? null : { probability, seed },
    ...(options.token === undefined ? {} : { token: options.token }),
    ...(options.clientId === undefined ? {} : { clientId: options.clientId }),
    ...(options.clientSecret === undefined ? {} : { clientSecret: options.clientSecret }),
    ...(options.appUrl === undefined ? {} : { appUrl: options.appUrl }),
    ...(options.tokenSeconds === undefined ? {} : { tokenSeconds: whole(options.tokenSeconds, "--token-seconds", { most: 86_400 }) }),
    ...(options.pace === undefined ? {} : { pace: whole(options.pace, "--pace", { most: 1_000_000_000 }) || 1 }),
    ...(options.state === undefined ? {} : { stateFile: options.state }),
  }).catch(explained);
  process.stdout.write(readyText(simulator));
  await stopped;
}

function whole(text: string, option: string, { most }: { readonly most: number }): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  throw new PlainError("invalid_param", `${option} must be a whole number from 0 to ${most}, not ${text}.`);
}

function share(text: string): number {
  const value = /^(?:0|1|0?\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0) return value;
  throw new PlainError("invalid_param", `--chaos must be a probability from 0 to 1 such as 0.05, not ${text}.`);
}

function explained(error: unknown): never {
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
    throw new PlainError("port_taken", "The port is in use. Choose another one with --port, or use --port 0 for any free port.", error);
  throw error;
}

function readyText({ url, token, clientId, clientSecret }: Simulator): string {
  return `
A simulated shop is ready.

  Admin API     ${url}/admin/api/2026-10/graphql.json
  Access token  ${token}
  Control API   ${url}/control

Add it to Feedwright:

  npx feedwright shop add --shopify ${url} --token ${token}

Or start Feedwright as the shop's app:

  SHOPIFY_CLIENT_ID=${clientId} SHOPIFY_CLIENT_SECRET=${clientSecret} SHOPIFY_SIMULATOR_URL=${url} npx feedwright start

`;
}
