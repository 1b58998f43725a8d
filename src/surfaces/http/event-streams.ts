import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { lastPlace, type StreamHolder } from "../../features/events/index.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { type EventWatch, watchEvents } from "./event-watch.ts";
import { type EnterPlace, openPlaces } from "./open-places.ts";
import { unavailable } from "./request-error.ts";

/**
 * Keeps answers of events open. What is in memory of a stream is one page: the next one is read when the connection has taken it. A reader that
 * takes nothing for two minutes is cut off, as every connection is on which nothing moves.
 */
export interface EventStreams {
  /** Throws `rate_limited` for a key with too many. */
  open(reply: FastifyReply, asked: AskedStream): FastifyReply;
}

export interface AskedStream {
  readonly holder: StreamHolder;
  /** The first text. */
  readonly opening: string;
  /** The text after a place; it ends at that same place if nothing has happened. */
  readonly read: (after: string) => Promise<string>;
  /** Null: not by itself. */
  readonly endsAfterSeconds: number | null;
}

/** Proxies commonly close a connection after 30 to 60 silent seconds. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = ": heartbeat\n\n";
/** The tabs of a few people who share a key. */
const STREAMS_OF_KEY_MAX = 20;
/** Of this process: each takes a connection and some kilobytes. */
const STREAMS_MAX = 1_000;

export function openEventStreams(app: FastifyInstance, { db, log }: { readonly db: Db; readonly log: Logger }): EventStreams {
  const watch = watchEvents(db, log);
  const enter = openPlaces({ of: "event streams", ofKeyMax: STREAMS_OF_KEY_MAX });
  const open = new Set<EventStream>();
  app.addHook("preClose", (done) => {
    for (const stream of open) stream.end();
    done();
  });
  return {
    open(reply, asked) {
      if (open.size >= STREAMS_MAX) throw unavailable();
      const stream = new EventStream(reply, asked, { watch, enter });
      open.add(stream);
      stream.closed.addEventListener("abort", () => open.delete(stream));
      return reply.header("x-accel-buffering", "no").send(stream.text());
    },
  };
}

interface Surroundings {
  readonly watch: EventWatch;
  readonly enter: EnterPlace;
}

class EventStream {
  readonly #reply: FastifyReply;
  readonly #asked: AskedStream;
  readonly #closing = new AbortController();
  /** Whether something may have happened since the last reading began. */
  #isWoken = false;
  /** Ends the pause between two readings; undefined while there is none. */
  #endPause: (() => void) | undefined;

  constructor(reply: FastifyReply, asked: AskedStream, { watch, enter }: Surroundings) {
    this.#reply = reply;
    this.#asked = asked;
    const held = new DisposableStack();
    held.use(enter(asked.holder.keyId));
    held.use(watch.add({ holder: asked.holder, wake: () => this.#wake(), end: () => this.end() }));
    if (asked.endsAfterSeconds !== null && asked.endsAfterSeconds > 0) {
      const timer = setTimeout(() => this.end(), asked.endsAfterSeconds * 1_000);
      held.defer(() => clearTimeout(timer));
    }
    reply.raw.once("close", () => {
      held.dispose();
      this.#close();
    });
  }

  /** Fires at the end, whoever ends it. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  text(): Readable {
    return Readable.from(this.#texts(), { objectMode: false });
  }

  /** What has been read goes out if the client takes it; one that doesn't is cut off. */
  end(): void {
    const isPaused = this.#endPause !== undefined;
    this.#close();
    if (!isPaused) this.#reply.raw.destroy();
  }

  #close(): void {
    this.#closing.abort();
    this.#wake();
  }

  #wake(): void {
    this.#isWoken = true;
    this.#endPause?.();
  }

  async *#texts(): AsyncGenerator<string> {
    const { opening, endsAfterSeconds } = this.#asked;
    yield opening;
    for (let place = lastPlace(opening); !this.closed.aborted;) {
      this.#isWoken = false;
      const text = await this.#read(place);
      const end = lastPlace(text);
      if (end !== place) {
        yield text;
        place = end;
      } else {
        if (endsAfterSeconds === 0) return;
        if (!(await this.#pause())) yield HEARTBEAT;
      }
    }
  }

  /** A client that reconnects is told what is wrong, with a status; in the middle of a stream there is none. */
  async #read(place: string): Promise<string> {
    return this.#asked.read(place).catch(() => {
      this.#closing.abort();
      return `id: ${place}\n`;
    });
  }

  /** Answers whether something woke it before the heartbeat was due. */
  #pause(): Promise<boolean> {
    if (this.#isWoken) return Promise.resolve(true);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => this.#endPause?.(), HEARTBEAT_MS);
    this.#endPause = () => {
      clearTimeout(timer);
      this.#endPause = undefined;
      resolve(this.#isWoken);
    };
    return promise;
  }
}
