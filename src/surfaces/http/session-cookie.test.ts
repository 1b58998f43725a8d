import { describe, expect, test } from "vitest";
import { sessionCookie } from "./session-cookie.ts";

const TOKEN = `fws_${"Az09-_x".repeat(7).slice(0, 43)}`;
const OTHER = `fws_${"B".repeat(43)}`;

const secure = sessionCookie("https://feeds.example");
const plain = sessionCookie("http://127.0.0.1:8080");
const read = (cookie: string | undefined, headers: Readonly<Record<string, string>> = { "sec-fetch-site": "same-origin" }) =>
  secure.read({ ...(cookie === undefined ? {} : { cookie }), ...headers });

describe("the cookie of a session", () => {
  test("is found among others, with white space of any kind around it", () => {
    for (const header of [
      `__Host-fw=${TOKEN}`,
      `  __Host-fw=${TOKEN}\t`,
      `a=1; __Host-fw=${TOKEN};b=2`,
      `fw=${OTHER}; __Host-fw=${TOKEN}`,
      `x__Host-fw=${OTHER}; __Host-fw=${TOKEN}; __Host-fwx=${OTHER}; __host-fw=${OTHER}`,
      `;;=;=__Host-fw=${OTHER}; __Host-fw=${TOKEN};`,
    ])
      expect(read(header)).toBe(TOKEN);
    expect(plain.read({ cookie: `__Host-fw=${OTHER}; fw=${TOKEN}`, "sec-fetch-site": "same-origin" })).toBe(TOKEN);
  });

  test.each([
    ["without a header", undefined],
    ["of another name", `fw=${TOKEN}`],
    ["of its name in other letters", `__host-fw=${TOKEN}; __HOST-FW=${TOKEN}`],
    ["of a name that only begins or ends so", `__Host-fwx=${TOKEN}; x__Host-fw=${TOKEN}`],
    ["that comes twice", `__Host-fw=${TOKEN}; __Host-fw=${OTHER}`],
    ["that comes twice with the same value", `__Host-fw=${TOKEN}; __Host-fw=${TOKEN}`],
    ["that comes once more without a value", `__Host-fw=${TOKEN}; __Host-fw=`],
    ["in quotes", `__Host-fw="${TOKEN}"`],
    ["percent-encoded", `__Host-fw=${TOKEN.replace("_", "%5F")}`],
    ["with white space in the middle", `__Host-fw = ${TOKEN}`],
    ["parted by a comma", `a=1, __Host-fw=${TOKEN}`],
    ["without a value", "__Host-fw="],
    ["without an equals sign", "__Host-fw"],
    ["that is too short", `__Host-fw=${TOKEN.slice(0, -1)}`],
    ["that is too long", `__Host-fw=${TOKEN}A`],
    ["with letters of no token", `__Host-fw=${TOKEN.slice(0, -1)}=`],
    ["with a line break at its end", `__Host-fw=${TOKEN}\n`],
    ["with a no-break space around it", `\u00a0__Host-fw=${TOKEN}\u00a0`],
    ["that is an API key", `__Host-fw=svc_live_sk_${"0".repeat(40)}`],
    ["that is huge", `__Host-fw=${"A".repeat(1_000_000)}`],
    ["behind very many others", `${"a=1; ".repeat(200_000)}__Host-fw=${TOKEN}x`],
  ])("is none %s", (_, header) => {
    expect(read(header)).toBeUndefined();
  });

  test.each([
    {},
    { "sec-fetch-site": "" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "Same-Origin" },
    { "sec-fetch-site": "same-origin, same-origin" },
    { "sec-fetch-site": "same-origin", authorization: "" },
    { "sec-fetch-site": "same-origin", authorization: "Basic eDp5" },
  ])("does not count with %j", (headers) => {
    expect(read(`__Host-fw=${TOKEN}`, { ...headers })).toBeUndefined();
  });

  test("is named and secured as the public address says", () => {
    expect(secure.keeping("t")).toBe("__Host-fw=t; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure");
    expect(secure.clearing).toBe("__Host-fw=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure");
    expect(plain.keeping("t")).toBe("fw=t; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict");
    expect(plain.clearing).toBe("fw=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict");
  });
});
