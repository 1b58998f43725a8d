import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../../src/platform/postgres/postgres-port.ts";
import type { Draw } from "../../src/storefronts/sample/seeded-draw.ts";
import type { Simulator } from "../../src/storefronts/simulator/start-simulator.ts";
import type { ServiceHome, ServiceProcess, WorkerProcess } from "../harness/service-process.ts";
import type { LiveShop } from "./live-shop.ts";

/** A service and its database, which outlives it. */
export interface LiveHome extends ServiceHome {
  readonly database: { readonly db: Db };
}

export interface LiveCounts {
  changes: number;
  kills: number;
  reinstalls: number;
  expired: number;
  /** Deliveries that never arrived. */
  lost: number;
  forged: number;
  replayed: number;
}

/** A simulated shop, its merchant, and the two processes that serve it. */
export interface LiveScene {
  readonly simulator: Simulator;
  readonly home: LiveHome;
  readonly draw: Draw;
  readonly say: (line: string) => void;
  readonly violations: string[];
  readonly counts: LiveCounts;
  service: ServiceProcess;
  worker: WorkerProcess;
  shop: LiveShop;
}

export const LIVE_DOMAIN = "live-shop.myshopify.com";
/** Retries have their bounds, and each its pause. */
const WITHIN_MS = 8 * 60_000;
const LOOK_EVERY_MS = 500;

export async function within(isSo: () => Promise<boolean>, ms = WITHIN_MS): Promise<boolean> {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    if (await isSo().catch(() => false)) return true;
    await sleep(LOOK_EVERY_MS);
  }
  return false;
}
