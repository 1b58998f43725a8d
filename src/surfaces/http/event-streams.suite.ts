import { request, type IncomingMessage } from "node:http";
import { onTestFinished, vi } from "vitest";
import { portOf } from "../../../test/conformance/keyed-proxy.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";
import type { HttpFront } from "./http-front.suite.ts";

/** A client of event streams, as the tests play it. */

export interface Received {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

export interface Listener {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly received: readonly Received[];
  /** Everything as it came. */
  text(): string;
  /** The last `id`, as a browser keeps it. */
  lastId(): string;
  isEnded(): boolean;
  leave(): void;
  /** Waits for so many events. */
  upTo(events: number): Promise<readonly Received[]>;
}

export interface Listening {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function listen({ app }: HttpFront, { query = "", headers = {} }: Listening): Promise<Listener> {
  let text = "";
  let ended = false;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: portOf(app.server), path: `/v1/events/stream${query}`, headers }, resolve);
    sent.on("error", reject).end();
  });
  answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  answer.on("error", () => undefined).on("close", () => (ended = true));
  onTestFinished(() => void answer.destroy());
  const received = (): readonly Received[] =>
    text
      .split("\n\n")
      .slice(0, -1)
      .map((block) =>
        Object.fromEntries(
          block.split("\n").map((line): [string, string] => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]),
        ),
      )
      .filter((frame) => frame["event"] !== undefined)
      .map((frame) => ({ id: frame["id"] ?? "", event: frame["event"] ?? "", data: frame["data"] ?? "" }));
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    get received() {
      return received();
    },
    text: () => text,
    lastId: () => Array.from(text.matchAll(/^id: (.*)$/gm)).at(-1)?.[1] ?? "",
    isEnded: () => ended,
    leave: () => void answer.destroy(),
    async upTo(events) {
      await vi.waitUntil(() => received().length >= events, IN_TIME);
      return received();
    },
  };
}
