import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { callbackify } from "node:util";
import { members } from "../../src/kernel/unsafe.ts";

/**
 * A TCP proxy on this machine that spoils connections, with Toxiproxy's vocabulary. A toxic holds for connections that are open and for those that
 * come, both ways, until it's replaced.
 */
export type Toxic =
  /** Each piece arrives later. */
  | { readonly kind: "latency"; readonly latencyMs: number; readonly jitterMs: number }
  /** Nobody listens any more: new connections and open ones are cut. */
  | { readonly kind: "down" }
  | { readonly kind: "bandwidth"; readonly bytesPerSecond: number }
  /** An end of a connection is passed on later. */
  | { readonly kind: "slow_close"; readonly delayMs: number }
  /** Nothing gets through. After so long the connection is closed; 0: never. */
  | { readonly kind: "timeout"; readonly timeoutMs: number }
  /** After so long, each connection is reset. */
  | { readonly kind: "reset_peer"; readonly timeoutMs: number }
  /** Each piece arrives in smaller ones, with a pause between. */
  | { readonly kind: "slicer"; readonly bytes: number; readonly delayMs: number }
  /** A connection ends after so many bytes in one direction. */
  | { readonly kind: "limit_data"; readonly bytes: number };

export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Connections since the start. */
  readonly connections: () => number;
  /** Null: everything passes again. What had been held back still arrives. */
  spoil(toxic: Toxic | null): void;
}

/** How often a piece that a toxic holds back looks whether it still does. */
const HOLD_LOOK_MS = 10;

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

interface State {
  toxic: Toxic | null;
  /** Between 0 and 1. */
  readonly random: () => number;
  readonly pairs: Set<Pair>;
}

/** `target`: a port of this machine, asked at each connection. */
export async function tcpProxy(target: () => number, random: () => number = Math.random): Promise<TcpProxy> {
  const state: State = { toxic: null, random, pairs: new Set() };
  let connections = 0;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    connections += 1;
    if (state.toxic?.kind === "down") near.resetAndDestroy();
    else void join(state, near, createConnection({ port: target(), host: "127.0.0.1", allowHalfOpen: true }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: Number(members(server.address())["port"]),
    connections: () => connections,
    spoil(toxic) {
      state.toxic = toxic;
      for (const pair of state.pairs) strike(pair, state);
    },
    async [Symbol.asyncDispose]() {
      state.toxic = null;
      for (const pair of state.pairs) reset(pair);
      server.close();
      await once(server, "close");
    },
  };
}

async function join(state: State, near: Socket, far: Socket): Promise<void> {
  const pair: Pair = { near, far };
  state.pairs.add(pair);
  // The pipelines tell of errors; without a listener one before them would end the process.
  for (const socket of [near, far]) socket.setNoDelay(true).on("error", () => undefined);
  strike(pair, state);
  await Promise.allSettled([pipeline(near, spoiled(state, near), far), pipeline(far, spoiled(state, far), near)]);
  near.destroy();
  far.destroy();
  state.pairs.delete(pair);
}

function reset({ near, far }: Pair): void {
  near.resetAndDestroy();
  far.resetAndDestroy();
}

/** What a toxic does to a connection as a whole, once. */
function strike(pair: Pair, state: State): void {
  const { toxic } = state;
  if (toxic?.kind === "down") return reset(pair);
  const ends = toxic?.kind === "reset_peer" ? reset : toxic?.kind === "timeout" && toxic.timeoutMs > 0 ? close : undefined;
  if (ends === undefined || toxic === null || !("timeoutMs" in toxic)) return;
  setTimeout(() => {
    if (state.toxic === toxic && state.pairs.has(pair)) ends(pair);
  }, toxic.timeoutMs).unref();
}

function close({ near, far }: Pair): void {
  near.destroy();
  far.destroy();
}

/** What a toxic does to the pieces of one direction. */
function spoiled(state: State, from: Socket): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const passing = pass(state, chunk, (piece) => {
        passed += piece.length;
        const { toxic } = state;
        const past = toxic?.kind === "limit_data" ? passed - toxic.bytes : 0;
        this.push(past > 0 ? piece.subarray(0, Math.max(0, piece.length - past)) : piece);
        if (past > 0) throw new Error("the connection has had its bytes");
      });
      callbackify(() => passing.catch(() => void from.destroy()))(() => done());
    },
    flush(done) {
      const { toxic } = state;
      setTimeout(done, toxic?.kind === "slow_close" ? toxic.delayMs : 0);
    },
  });
}

async function pass(state: State, chunk: Buffer, push: (piece: Buffer) => void): Promise<void> {
  while (state.toxic?.kind === "timeout") await sleep(HOLD_LOOK_MS);
  const { toxic } = state;
  if (toxic?.kind === "latency") await sleep(toxic.latencyMs + (state.random() * 2 - 1) * toxic.jitterMs);
  if (toxic?.kind === "bandwidth") await sleep((chunk.length / toxic.bytesPerSecond) * 1_000);
  if (toxic?.kind !== "slicer") return push(chunk);
  for (let at = 0; at < chunk.length; at += toxic.bytes) {
    push(chunk.subarray(at, at + toxic.bytes));
    if (state.toxic === toxic) await sleep(toxic.delayMs);
  }
}
