import type { StringAnswer } from "dns-packet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Canary, canary } from "../../../test/harness/canary.ts";
import { type NameServer, nameServer } from "../../../test/harness/name-server.ts";
import { silentLog } from "../objects/silent-log.ts";
import type { Egress, EgressAnswer, EgressFailure } from "./egress-port.ts";
import { guardedAgent } from "./guarded-agent.ts";
import { openEgress } from "./open-egress.ts";
import { nameResolver } from "./resolve-name.ts";
import { BUSY_MACHINE } from "../../../test/harness/slow-machine.ts";

/** Whatever is tried, the canary hears nothing. That it hears well is tested, too. */

let bird: Canary;
let names: NameServer;
let production: Egress;
let development: Egress;
beforeAll(async () => {
  bird = await canary();
  names = await nameServer();
  const resolve = nameResolver([names.address]);
  production = openEgress({ allowLoopback: false, resolve, log: silentLog });
  development = openEgress({ allowLoopback: true, resolve, log: silentLog });
});
afterAll(async () => {
  for (const one of [production, development, names, bird]) await one[Symbol.asyncDispose]();
});

const REFUSED = { kind: "failed", fault: "refused_address" } as const;
const NOT_PUBLIC = { ...REFUSED, message: "The address isn't public, so nothing was sent." };

/** Of IPv6's first experiment, given back in 2006: public by its form, and routed nowhere. */
const NOWHERE = "3ffe::1";

const a = (name: string, data: string, ttl = 0): StringAnswer => ({ type: "A", name, data, ttl });
const aaaa = (name: string, data: string, ttl = 0): StringAnswer => ({ type: "AAAA", name, data, ttl });
const cname = (name: string, data: string): StringAnswer => ({ type: "CNAME", name, data, ttl: 0 });

function post(egress: Egress, url: string, timeoutMs = 20_000): Promise<EgressAnswer | EgressFailure> {
  const signal = new AbortController().signal;
  return egress.post({ url, headers: {}, body: Buffer.from("{}"), timeoutMs, keptBytesMax: 4_096, signal });
}

/** Connections that the canary hears while something is done. */
async function heard(work: () => Promise<unknown>): Promise<number> {
  const before = bird.connections();
  await work();
  return bird.connections() - before;
}

describe("the canary hears", () => {
  test.each(["127.0.0.1", "127.0.0.2", "[::1]", "localhost", "[::ffff:127.0.0.1]", "0x7f.1"])(
    "development calling http://%s",
    async (host) => {
      expect(await heard(() => post(development, `http://${host}:${bird.port}/`))).toBeGreaterThanOrEqual(1);
    },
  );

  test("a name that leads to this machine, in development", async () => {
    names.answer((name, type) => (type === "A" ? [a(name, "127.0.0.1")] : []));
    expect(await heard(() => post(development, `http://hooks.example.com:${bird.port}/`))).toBe(1);
    expect(await heard(() => post(development, `https://hooks.example.com:${bird.port}/`))).toBe(1);
  });
});

describe("an address that stands in the URL", () => {
  const hosts =
    "127.0.0.1 127.1 0 0.0.0.0 2130706433 0x7f000001 0177.0.0.1 127.0.0.1. ０ ①②⑦.⓪.⓪.① %31%32%37.0.0.1 [::1] [::] [::ffff:7f00:1] [::127.0.0.1] [::7f00:1] [64:ff9b::7f00:1] [2002:7f00:1::] localhost LOCALHOST localhost. x.localhost hooks.example.com@127.0.0.1"; // prettier-ignore

  test.each(hosts.split(" "))("https://%s is not connected to, by any door", async (host) => {
    const { signal } = new AbortController();
    const connections = await heard(async () => {
      for (const url of [`https://${host}:${bird.port}/`, `https:${host}:${bird.port}/`, `http://${host}:${bird.port}/`]) {
        expect(await post(production, url)).toMatchObject(REFUSED);
        await expect(production.fetch(url, { method: "GET", signal })).rejects.toThrow(TypeError);
      }
    });
    expect(connections).toBe(0);
  });

  test.each(["10.0.0.1", "169.254.169.254", "192.168.0.1", "[fd00:ec2::254]", "[fe80::1]", "[::7f00:1]", "0.0.0.0"])(
    "%s is no part of development, nor of the simulator's exception",
    async (host) => {
      const url = `http://${host}:${bird.port}/`;
      const { signal } = new AbortController();
      const connections = await heard(async () => {
        expect(await post(development, url)).toMatchObject(REFUSED);
        await expect(production.fetch(url, { method: "GET", signal, loopback: true })).rejects.toThrow(TypeError);
      });
      expect(connections).toBe(0);
    },
  );
});

describe("what the text refuses", () => {
  test.each([
    "http://hooks.example.com/",
    "https://hooks.example.com:22/",
    "https://user@hooks.example.com/",
    "https://hooks.example.com./",
  ])("%s is not even looked up", async (url) => {
    names.answer((name, type) => (type === "A" ? [a(name, "127.0.0.1")] : []));
    const message = `The URL ${production.refusal(url)}, so nothing was sent.`;
    expect(await post(production, url)).toMatchObject({ ...REFUSED, message });
    const { signal } = new AbortController();
    await expect(production.fetch(url, { method: "GET", signal })).rejects.toThrow(TypeError);
    expect(names.asked).toEqual([]);
  });

  test.each(["127.0.0.1", "[::1]", "[::ffff:7f00:1]", "10.0.0.1"])("%s is refused where the connection is made, too", async (host) => {
    const agent = guardedAgent({ loopback: false }, nameResolver([names.address]));
    const connections = await heard(async () => {
      const origin = `https://${host}:${bird.port}`;
      await expect(agent.request({ origin, path: "/", method: "GET" })).rejects.toMatchObject({ name: "AddressRefused" });
    });
    await agent.destroy();
    expect(connections).toBe(0);
  });
});

describe("an address that a name answers", () => {
  const url = (scheme = "https"): string => `${scheme}://hooks.example.com:${bird.port}/`;

  test.each<[string, (name: string, type: string) => readonly StringAnswer[]]>([
    ["this machine", (name, type) => (type === "A" ? [a(name, "127.0.0.1")] : [])],
    ["this machine by IPv6 alone", (name, type) => (type === "AAAA" ? [aaaa(name, "::1")] : [])],
    ["this machine, mapped into IPv6", (name, type) => (type === "AAAA" ? [aaaa(name, "::ffff:7f00:1")] : [])],
    ["this machine, IPv4-compatible", (name, type) => (type === "AAAA" ? [aaaa(name, "::7f00:1")] : [])],
    ["no address at all", (name, type) => (type === "A" ? [a(name, "0.0.0.0")] : [])],
    ["a private network", (name, type) => (type === "A" ? [a(name, "10.1.2.3")] : [])],
    ["the metadata service", (name, type) => (type === "A" ? [a(name, "169.254.169.254")] : [])],
    ["public first, private after", (name, type) => (type === "A" ? [a(name, "8.8.8.8"), a(name, "127.0.0.1")] : [])],
    ["private first, public after", (name, type) => (type === "A" ? [a(name, "127.0.0.1"), a(name, "8.8.8.8")] : [])],
    ["public by IPv6, private by IPv4", (name, type) => (type === "A" ? [a(name, "127.0.0.1")] : [aaaa(name, NOWHERE)])],
    ["public by IPv4, private by IPv6", (name, type) => (type === "A" ? [a(name, "8.8.8.8")] : [aaaa(name, "::1")])],
    ["localhost under another name", (name, type) => (type === "A" ? [cname(name, "localhost"), a("localhost", "127.0.0.1")] : [])],
  ])("%s: nothing is connected to", async (_what, answer) => {
    names.answer(answer);
    const { signal } = new AbortController();
    const connections = await heard(async () => {
      expect(await post(production, url())).toMatchObject(NOT_PUBLIC);
      const cause = expect.objectContaining({ name: "AddressRefused" });
      await expect(production.fetch(url(), { method: "GET", signal })).rejects.toMatchObject({ name: "TypeError", cause });
    });
    expect(connections).toBe(0);
  });

  test("a private network, although this machine is admitted: nothing is connected to", async () => {
    names.answer((name, type) => (type === "A" ? [a(name, "127.0.0.1"), a(name, "10.1.2.3")] : []));
    expect(await heard(async () => expect(await post(development, url("http"))).toMatchObject(NOT_PUBLIC))).toBe(0);
  });

  test("none, from a look-up that answers an empty list: nothing is connected to", async () => {
    await using egress = openEgress({ allowLoopback: true, resolve: async () => [], log: silentLog });
    expect(await post(egress, url())).toMatchObject(NOT_PUBLIC);
  });

  test("public when it is judged, this machine ever after: there is one look-up, and what it answered is connected to", async () => {
    names.answer((name, type, turn) => {
      if (type === "AAAA") return turn === 1 ? [aaaa(name, NOWHERE)] : [];
      return turn === 1 ? [] : [a(name, "127.0.0.1")];
    });
    const first = await heard(async () => {
      expect(await post(production, url(), 600)).toMatchObject({ fault: expect.stringMatching(/^(?:connection_failed|timed_out)$/) });
    });
    expect(names.asked.toSorted()).toEqual(["A hooks.example.com", "AAAA hooks.example.com"]);
    expect(first).toBe(0);
    expect(await heard(async () => expect(await post(production, url())).toMatchObject(NOT_PUBLIC))).toBe(0);
  });

  test("is judged anew for each connection", async () => {
    names.answer((name, type, turn) => (type === "A" ? [a(name, turn === 1 ? "127.0.0.1" : "10.0.0.1", 3_600)] : []));
    expect(await heard(async () => expect(await post(development, url("http"))).toMatchObject({ status: 200 }))).toBe(1);
    expect(await heard(async () => expect(await post(development, url("http"))).toMatchObject(NOT_PUBLIC))).toBe(0);
  });
});

describe("a name without an address", () => {
  test.each<[string, () => "no_such_name" | "server_failure" | readonly []]>([
    ["The name gone.example.com was not found.", () => "no_such_name"],
    ["The name gone.example.com was not found.", () => []],
    ["The name server for gone.example.com didn't answer.", () => "server_failure"],
  ])("%s", async (message, answer) => {
    names.answer(answer);
    expect(await post(production, "https://gone.example.com/")).toMatchObject({ fault: "name_not_found", message });
  });

  test("whose server is silent ends at the deadline, and eight of them hold up nobody", async () => {
    names.answer((name, type) => {
      if (name.startsWith("silent")) return "silence";
      return type === "A" ? [a(name, "127.0.0.1")] : [];
    });
    const silent = Array.from({ length: 8 }, (_, at) => post(production, `https://silent-${at}.example.com/`, 700));
    const answered = await post(development, `http://hooks.example.com:${bird.port}/`, 60_000);
    expect(answered).toMatchObject({ kind: "answered", status: 200 });
    const soon = expect.toSatisfy((ms: number) => ms < 3_000 * BUSY_MACHINE);
    for (const one of await Promise.all(silent))
      expect(one).toMatchObject({ fault: "timed_out", message: "No answer within 0.7 s.", durationMs: soon });
  });

  test("is found where only its IPv6 server fails", async () => {
    names.answer((name, type) => (type === "A" ? [a(name, "127.0.0.1")] : "server_failure"));
    expect(await post(development, `http://hooks.example.com:${bird.port}/`)).toMatchObject({ status: 200 });
  });
});
