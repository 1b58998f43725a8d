import { createHash } from "node:crypto";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";

/** One answer of a feed URL, whole. */
export interface FeedAnswer {
  readonly status: number;
  /** Of the plain file, whichever form was sent. */
  readonly text: Buffer;
  /** The form that was sent. */
  readonly sent: Buffer;
  readonly etag: string;
}

const TIMEOUT_MS = 120_000;

/** Fetches a feed file once. Rejects when nobody answers, or when the answer ends before its announced length. */
export function readFeed(url: string, encoding: "gzip" | "identity"): Promise<FeedAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false, headers: { "accept-encoding": encoding }, timeout: TIMEOUT_MS }, (answer) => {
      buffer(answer)
        .then((body) => {
          const announced = Number(answer.headers["content-length"]);
          if (body.length !== announced) throw new Error(`${body.length} bytes came, ${announced} were announced`);
          const zipped = answer.headers["content-encoding"] === "gzip";
          resolve({
            status: answer.statusCode ?? 0,
            text: zipped ? gunzipSync(body) : body,
            sent: body,
            etag: answer.headers.etag ?? "",
          });
        })
        .catch(reject);
    });
    asked.on("timeout", () => asked.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    asked.on("error", reject);
    asked.end();
  });
}

export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** What a reader that asks all the time has seen. */
export interface FeedWatch extends AsyncDisposable {
  /** Complete files of a known version. */
  readonly complete: () => number;
  /** Nobody answered, or the answering process was killed. */
  readonly unanswered: () => number;
  /** Answers that must never be given; empty in a service that keeps its promise. */
  readonly violations: readonly string[];
  /** From now on an unanswered request, or one answered 503, is nobody's fault. */
  expectSilence(): void;
  expectAnswers(): void;
}

/** Between two requests of the reader, which also take from what it watches. A file that were wrong would stay so until the next one is published. */
const EVERY_MS = 80;

/**
 * Asks for the feed again and again, plain and gzipped by turns. Every answer must be 200 with the whole of a known file;
 * while the service runs there must be an answer. Hashes are looked up when the answer has come: a file becomes known before
 * it can be served.
 */
export function watchFeed(url: string, known: ReadonlyMap<string, string>): FeedWatch {
  const stopping = new AbortController();
  const violations: string[] = [];
  let [complete, unanswered, silence] = [0, 0, false];
  // A fault that lasts is one fault.
  const tell = (violation: string): void =>
    void (violations.at(-1) === violation || violations.at(-2) === violation || violations.push(violation));
  const look = async (encoding: "gzip" | "identity"): Promise<void> => {
    const silentBefore = silence;
    try {
      const { status, text } = await readFeed(url, encoding);
      if (status === 200 && known.has(sha256(text))) complete += 1;
      // A service that is stopping answers new connections with 503.
      else if (status === 503 && (silentBefore || silence)) unanswered += 1;
      else
        tell(
          `${encoding}: status ${status}, no known file: ${text.length} bytes, SHA-256 ${sha256(text)}, end ${JSON.stringify(text.toString("utf8").slice(-60))}`,
        );
    } catch (error) {
      unanswered += 1;
      if (!silentBefore && !silence) tell(`${encoding}: ${String(error)} while the service was running`);
    }
  };
  const watching = (async () => {
    for (let at = 0; !stopping.signal.aborted; at += 1) {
      await look(at % 2 === 0 ? "gzip" : "identity");
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    complete: () => complete,
    unanswered: () => unanswered,
    violations,
    expectSilence: () => void (silence = true),
    expectAnswers: () => void (silence = false),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await watching;
    },
  };
}
