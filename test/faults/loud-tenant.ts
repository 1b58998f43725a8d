import { connect } from "node:net";
import { members, parseJson } from "../../src/kernel/unsafe.ts";

/** A shop that asks for as much as its key may, and strangers who hold no key at all. */
export interface LoudTenant {
  readonly url: string;
  readonly key: string;
  /** The primary feed first. */
  readonly feedIds: readonly string[];
  /** Makes its patterns its own. */
  readonly seed: number;
}

/** How many of each at once. */
export interface Noise {
  readonly previews: number;
  readonly patterns: number;
  readonly settingPreviews: number;
  readonly runs: number;
}

/** Answers by what was asked and what was answered. */
export type Told = Readonly<Record<string, number>>;

/** Longer than the service works on any request. */
const TIMEOUT_MS = 180_000;

/** Makes and throws away a text of 20,000 titles for each row: many seconds of work for one place. */
const COSTLY_RULE = {
  type: "set_value",
  target: "description",
  value: '=title_case(repeat_text([D]title & " " & [D]handle, 20000))',
};

/** A hundred different expressions, each of which is a great program to compile. */
function costlyPatterns(seed: number): object {
  const any = Array.from({ length: 100 }, (_, at) => ({
    side: "D",
    column: "title",
    operator: "matches",
    value: String.raw`(?i)[\pL\pN]{40}\PL{39}${seed}x${at}`,
  }));
  return { type: "set_value", target: "custom_label_0", value: "x", active: false, condition: { any } };
}

/** Everything at once; resolves when the last request is answered. */
export async function makeNoise(tenant: LoudTenant, { previews, patterns, settingPreviews, runs }: Noise): Promise<Told> {
  const [first = ""] = tenant.feedIds;
  const told: Record<string, number> = {};
  const all = (times: number, what: string, ask: (at: number) => Promise<string>): readonly Promise<void>[] =>
    Array.from({ length: times }, async (_, at) => {
      const answered = `${what}: ${await ask(at).catch(() => "no answer")}`;
      told[answered] = (told[answered] ?? 0) + 1;
    });
  const preview = (rule: object): Promise<string> => send(tenant, "POST", `/v1/feeds/${first}/rules/preview`, { rule });
  await Promise.all([
    ...all(previews, "preview", () => preview(COSTLY_RULE)),
    ...all(patterns, "pattern", (at) => preview(costlyPatterns(tenant.seed + at))),
    ...all(settingPreviews, "setting", (at) => send(tenant, "PATCH", `/v1/feeds/${first}/settings`, { seo: at % 2 === 0, preview: true })),
    ...all(runs, "run", (at) => send(tenant, "POST", `/v1/feeds/${tenant.feedIds[at % tenant.feedIds.length] ?? first}/regenerate`)),
  ]);
  return told;
}

async function send({ url, key }: LoudTenant, method: string, path: string, body?: object): Promise<string> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { code } = members(members(parseJson(await answer.text()))["error"]);
  return typeof code === "string" ? `${answer.status} ${code}` : String(answer.status);
}

/** Requests of strangers, all written before the first answer is read. */
export interface Flood {
  readonly connections: number;
  /** Of each connection. */
  readonly requests: number;
  readonly requestOf: (number: number) => string;
}

export const UNKNOWN_KEYS = (number: number): string =>
  `GET /v1/shop HTTP/1.1\r\nhost: x\r\nauthorization: Bearer svc_live_sk_${hex(number)}\r\n\r\n`;
export const UNKNOWN_FEEDS = (number: number): string => `GET /feeds/${hex(number)}/gmcfeed.txt HTTP/1.1\r\nhost: x\r\n\r\n`;

const hex = (number: number): string => number.toString(16).padStart(40, "0");

/** Answers by status; resolves when each connection has had all of its answers or was closed. */
export async function flood(url: string, { connections, requests, requestOf }: Flood): Promise<Told> {
  const told: Record<string, number> = {};
  const { hostname, port } = new URL(url);
  // Made before any is sent, so that what this costs nobody's answer is measured by.
  const texts = Array.from({ length: connections }, (_, connection) =>
    Array.from({ length: requests }, (_request, at) => requestOf(connection * requests + at)).join(""),
  );
  const pour = (written: string): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname, () => void socket.write(written));
      let [left, rest] = [requests, ""];
      socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
      socket.on("data", (chunk) => {
        const text = rest + chunk.toString("latin1");
        for (const [, status = ""] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
          told[status] = (told[status] ?? 0) + 1;
          left -= 1;
        }
        // A status line may lie across two chunks.
        rest = text.slice(Math.max(text.lastIndexOf("HTTP/1.1 ") + "HTTP/1.1 200 ".length, text.length - "HTTP/1.1 200 ".length + 1));
        if (left <= 0) socket.end();
      });
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        if (left > 0) told["closed"] = (told["closed"] ?? 0) + left;
        resolve();
      });
    });
  await Promise.all(texts.map(pour));
  return told;
}
