import { setTimeout as sleep } from "node:timers/promises";
import type { Draw } from "../../src/storefronts/sample/seeded-draw.ts";
import type { Toxic } from "../harness/tcp-proxy.ts";
import type { Cluster } from "./cluster.ts";
import type { ClusterBucket } from "./cluster-bucket.ts";
import type { FaultSpan } from "./cluster-history.ts";
import type { ClusterNode } from "./cluster-nodes.ts";

/** One way of hurting the cluster. Answers what undoes it. */
interface Fault {
  readonly name: string;
  /** Between hurting and undoing. */
  readonly holdMs: readonly [from: number, to: number];
  readonly hurt: (node: ClusterNode, draw: Draw) => Promise<() => Promise<void>>;
  /** Which nodes it's for. */
  readonly role?: "api" | "worker";
  /** Whom it hits, if not a node. */
  readonly hits?: "postgres" | "bucket";
}

export interface Nemesis {
  /** By what was done. */
  readonly counts: ReadonlyMap<string, number>;
  readonly spans: readonly FaultSpan[];
  /** Hurts until the time is up, then undoes everything. */
  run(forMs: number): Promise<void>;
}

/** A claim is lost after 20 s of silence. */
const LONGER_THAN_A_LEASE_MS = [22_000, 26_000] as const;
const MOMENT_MS = [1_000, 4_000] as const;
/** Between the beginnings of two faults. */
const PAUSE_MS = [300, 1_500] as const;
/** Faults at a time, each at another victim. */
const AT_ONCE_MAX = 2;
const HOUR_MS = 3_600_000;

const nothing = async (): Promise<void> => undefined;

const kill: Fault["hurt"] = async (node) => {
  node.kill();
  return nothing;
};

const pause: Fault["hurt"] = async (node) => {
  node.signal("SIGSTOP");
  return async () => node.signal("SIGCONT");
};

function spoil(to: "database" | "bucket", toxic: (draw: Draw) => Toxic): Fault["hurt"] {
  return async (node, draw) => {
    node[to]?.spoil(toxic(draw));
    return async () => node[to]?.spoil(null);
  };
}

const TOXICS: readonly (readonly [Toxic["kind"], (draw: Draw) => Toxic])[] = [
  ["latency", (draw) => ({ kind: "latency", latencyMs: draw.between(20, 200), jitterMs: 20 })],
  ["down", () => ({ kind: "down" })],
  ["bandwidth", (draw) => ({ kind: "bandwidth", bytesPerSecond: draw.between(20_000, 200_000) })],
  ["slow_close", (draw) => ({ kind: "slow_close", delayMs: draw.between(500, 3_000) })],
  ["timeout", (draw) => ({ kind: "timeout", timeoutMs: draw.pick([0, 2_000]) })],
  ["reset_peer", (draw) => ({ kind: "reset_peer", timeoutMs: draw.between(0, 500) })],
  ["slicer", (draw) => ({ kind: "slicer", bytes: draw.between(5, 60), delayMs: 1 })],
  ["limit_data", (draw) => ({ kind: "limit_data", bytes: draw.between(500, 20_000) })],
];

function faultsOf(cluster: Cluster): readonly Fault[] {
  const killPostgres = async (): Promise<typeof nothing> => {
    await cluster.killPostgres();
    return nothing;
  };
  return [
    { name: "kill api", role: "api", holdMs: [0, 0], hurt: kill },
    { name: "kill worker", role: "worker", holdMs: [0, 0], hurt: kill },
    { name: "kill postgres", hits: "postgres", holdMs: [0, 0], hurt: killPostgres },
    { name: "pause worker longer than its lease", role: "worker", holdMs: LONGER_THAN_A_LEASE_MS, hurt: pause },
    { name: "pause api", role: "api", holdMs: MOMENT_MS, hurt: pause },
    { name: "fill disk", holdMs: MOMENT_MS, hurt: playing(() => ({ diskFull: true })) },
    { name: "jump clock", holdMs: MOMENT_MS, hurt: playing((draw) => ({ shiftMs: draw.between(1, 48) * draw.pick([1, -1]) * HOUR_MS })) },
    ...TOXICS.map(([kind, toxic]) => ({ name: `database ${kind}`, holdMs: MOMENT_MS, hurt: spoil("database", toxic) })),
    ...(cluster.bucket === null ? [] : bucketFaults(cluster.bucket)),
  ];
}

/** Of the stand-in's own, from 0 to 1. */
const FAILING = { slowDown: 0.3, reset: 0.1, lostAnswer: 0.1, slowBody: 0.05, truncated: 0.1, conflict: 0.1 };
const RIGHT = Object.fromEntries(Object.keys(FAILING).map((name) => [name, 0]));

function bucketFaults(bucket: ClusterBucket): readonly Fault[] {
  const killBucket = async (): Promise<typeof nothing> => {
    bucket.kill();
    return nothing;
  };
  const failBucket = async (): Promise<() => Promise<void>> => {
    await bucket.fail(FAILING);
    return () => bucket.fail(RIGHT);
  };
  return [
    { name: "kill bucket", hits: "bucket", holdMs: [0, 0], hurt: killBucket },
    { name: "bucket answers with errors", hits: "bucket", holdMs: MOMENT_MS, hurt: failBucket },
    ...TOXICS.map(([kind, toxic]) => ({ name: `bucket ${kind}`, holdMs: MOMENT_MS, hurt: spoil("bucket", toxic) })),
  ];
}

function playing(faults: (draw: Draw) => Parameters<ClusterNode["play"]>[0]): Fault["hurt"] {
  return async (node, draw) => {
    await node.play(faults(draw));
    return () => node.play({});
  };
}

/** Every fault comes once before any comes again, in an order of the seed. */
function* inTurn(faults: readonly Fault[], draw: Draw): Generator<Fault, never> {
  let left: Fault[] = [];
  for (;;) {
    if (left.length === 0) left = [...faults];
    const [next] = left.splice(draw.below(left.length), 1);
    if (next !== undefined) yield next;
  }
}

export function startNemesis(cluster: Cluster, draw: Draw, say: (line: string) => void): Nemesis {
  const counts = new Map<string, number>();
  const spans: FaultSpan[] = [];
  const turns = inTurn(faultsOf(cluster), draw);
  const hurting = new Map<string, Promise<void>>();

  async function hurt(fault: Fault, node: ClusterNode, untilMs: number): Promise<void> {
    const fromMs = performance.now();
    const victim = fault.hits ?? node.name;
    say(`${fault.name}: ${victim}`);
    counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
    const undo = await fault.hurt(node, draw);
    await sleep(Math.max(0, Math.min(draw.between(...fault.holdMs), untilMs - fromMs + fault.holdMs[0])));
    await undo();
    spans.push({ name: fault.name, fromMs, toMs: performance.now() });
  }

  return {
    counts,
    spans,
    async run(forMs) {
      const untilMs = performance.now() + forMs;
      while (performance.now() < untilMs) {
        const fault = turns.next().value;
        const able = cluster.nodes.filter(({ name, role }) => (fault.role === undefined || role === fault.role) && !hurting.has(name));
        const node = able.length === 0 ? undefined : draw.pick(able);
        if (node !== undefined) {
          const victim = fault.hits ?? node.name;
          hurting.set(
            victim,
            hurt(fault, node, untilMs).finally(() => hurting.delete(victim)),
          );
        }
        await sleep(draw.between(...PAUSE_MS));
        if (hurting.size >= AT_ONCE_MAX) await Promise.race(hurting.values());
      }
      await Promise.all(hurting.values());
    },
  };
}
