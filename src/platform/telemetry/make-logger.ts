import { pino, type DestinationStream, type Logger as PinoLogger } from "pino";
import { prettyLine } from "./pretty-line.ts";
import { redactFacts, redactText } from "./redact.ts";
import { currentPlace, type Logger } from "./telemetry-port.ts";

export interface LoggerOptions {
  readonly level: "debug" | "info" | "warn" | "error";
  /** Lines for a person at a terminal instead of JSON. */
  readonly pretty?: boolean;
  /** Where lines go instead of standard error. */
  readonly write?: (line: string) => void;
}

const STANDARD_ERROR = 2;
/** Lines held for a reader that has stopped reading; what comes after is dropped rather than kept in memory. */
const BUFFER_BYTES = 4 * 1024 * 1024;
/** A write for each line is a fifth of the work of a small request: lines are written together, and none waits longer than this. */
const TOGETHER_BYTES = 4_096;
const TOGETHER_MS = 50;
/** A reader that has stopped reading never keeps a process from ending. */
const FLUSH_TIMEOUT_MS = 1_000;

/** JSON lines on standard error (standard output belongs to the commands). Disposing writes out what is still held. */
export function makeLogger({ level, pretty = false, write }: LoggerOptions): Logger & AsyncDisposable {
  const stderr =
    write === undefined
      ? pino.destination({
          fd: STANDARD_ERROR,
          sync: false,
          maxLength: BUFFER_BYTES,
          minLength: TOGETHER_BYTES,
          periodicFlush: TOGETHER_MS,
        })
      : undefined;
  const sink = (line: string) => (write === undefined ? stderr?.write(line) : write(line));
  const destination: DestinationStream = { write: (line) => void sink(pretty ? prettyLine(line) : line) };
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (facts: unknown) => facts },
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return Object.freeze({
    ...redactingLogger(log),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => flush(stderr, resolve)),
  });
}

type Facts = Readonly<Record<string, unknown>>;

function redactingLogger(log: PinoLogger): Logger {
  return Object.freeze({
    debug: (facts, message) => log.isLevelEnabled("debug") && log.debug(factsOf(facts), redactText(message)),
    info: (facts, message) => log.isLevelEnabled("info") && log.info(factsOf(facts), redactText(message)),
    warn: (facts, message) => log.isLevelEnabled("warn") && log.warn(factsOf(facts), redactText(message)),
    error: (facts, message) => log.error(factsOf(facts), redactText(message)),
    child: (facts) => redactingLogger(log.child(redactFacts(facts))),
  } satisfies Logger);
}

/** With the trace that the line belongs to, where it's one that is recorded. */
function factsOf(facts: Facts): Facts {
  const place = currentPlace();
  return place?.sampled === true ? { trace_id: place.traceId, ...redactFacts(facts) } : redactFacts(facts);
}

function flush(stderr: ReturnType<typeof pino.destination> | undefined, done: () => void): void {
  if (stderr === undefined) return done();
  setTimeout(done, FLUSH_TIMEOUT_MS).unref();
  stderr.flush(() => done());
}
