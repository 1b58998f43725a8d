import { send } from "./client.ts";
import { isEmbedded } from "./embedded.ts";

/** A stream of events by name, until it's closed. It connects again by itself. */
export interface EventStream {
  close(): void;
}

/** Not all events may have been heard, so everything may be out of date. */
export const RESET = "stream.reset";
/** A limit, or a server that is starting, has passed by then. */
const REFUSED_MS = 30_000;
/** The key may not have the scope, which rarely changes. */
const REFUSED_MS_MAX = 600_000;

type Hear = (event: string) => void;

/** The browser's own stream can't send a header, so inside the Shopify admin the stream is read by hand. */
export function openEventStream(url: string, events: readonly string[], hear: Hear): EventStream {
  if (isEmbedded()) return readEventStream(url, hear);
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = (waitMs: number) => {
    const opened = new EventSource(url);
    source = opened;
    for (const event of events) opened.addEventListener(event, () => hear(event));
    // A second stream begins with what happens next.
    if (waitMs > REFUSED_MS) opened.addEventListener("open", () => hear(RESET), { once: true });
    opened.addEventListener("error", () => {
      // The browser tries again after an interruption, but not after a refusal.
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(() => open(Math.min(waitMs * 2, REFUSED_MS_MAX)), waitMs);
    });
  };
  open(REFUSED_MS);
  return {
    close() {
      clearTimeout(timer);
      source?.close();
    },
  };
}

const RETRY_MS = 3_000;

function readEventStream(url: string, hear: Hear): EventStream {
  const stopping = new AbortController();
  let lastId = "";
  const read = async (): Promise<void> => {
    const headers = { accept: "text/event-stream", ...(lastId === "" ? {} : { "last-event-id": lastId }) };
    const response = await send(url, { headers, signal: stopping.signal });
    if (!response.ok || response.body === null) return;
    let rest = "";
    let event = "";
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("event:")) event = line.slice(6).trim();
        if (line.startsWith("id:")) lastId = line.slice(3).trim();
        if (line.trim() === "" && event !== "") {
          hear(event);
          event = "";
        }
      }
    }
  };
  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await read().catch(() => undefined);
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_MS);
      });
    }
  };
  void follow();
  return { close: () => stopping.abort() };
}
