import { send } from "./client.ts";
import { isEmbedded } from "./embedded.ts";

/** A stream of events by name, until it's closed. It connects again by itself. */
export interface EventStream {
  close(): void;
}

type Hear = (event: string) => void;

/** The browser's own stream can't send a header, so inside the Shopify admin the stream is read by hand. */
export function openEventStream(url: string, events: readonly string[], hear: Hear): EventStream {
  if (isEmbedded()) return readEventStream(url, hear);
  const source = new EventSource(url);
  for (const event of events) source.addEventListener(event, () => hear(event));
  return source;
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
