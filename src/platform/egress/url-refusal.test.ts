import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { urlRefusal } from "./url-refusal.ts";

const production = (url: string): string | null => urlRefusal(url, { loopback: false });
const development = (url: string): string | null => urlRefusal(url, { loopback: true });

const SCHEME = (scheme: string): string => `starts with ${scheme}, but only https: is allowed`;
const SPELLING = "contains a space, a control character or a backslash";
const INCOMPLETE = "isn't a complete web address such as https://hooks.example.com/feeds";
const CREDENTIALS = "contains a user name or a password";
const PORT = (port: number): string => `uses port ${port}; only port 443 and ports from 1024 are allowed, except those that browsers block`;
const ADDRESS = "has an address that isn't public";
const DOT = "has a host that ends with a dot";
const THIS_MACHINE = "points at the machine that makes the call";
const SINGLE = "has a host without a domain";
const PRIVATE = (suffix: string): string => `has a host in a private network (.${suffix})`;

describe("refused by its text", () => {
  test.each([
    ["http://hooks.example.com/", SCHEME("http:")],
    ["HTTP://hooks.example.com/", SCHEME("http:")],
    ["ws://hooks.example.com/", SCHEME("ws:")],
    ["ftp://hooks.example.com/", SCHEME("ftp:")],
    ["gopher://hooks.example.com/", SCHEME("gopher:")],
    ["javascript:alert(1)", INCOMPLETE],
    ["file:///etc/passwd", INCOMPLETE],
    ["data:text/plain,x", INCOMPLETE],
    ["unix:/var/run/docker.sock", INCOMPLETE],
    ["hooks.example.com", INCOMPLETE],
    ["//hooks.example.com/", INCOMPLETE],
    ["https://", INCOMPLETE],
    ["", INCOMPLETE],
    ["https://[fe80::1%25eth0]/", INCOMPLETE],
    ["https://1.2.3.4.5/", INCOMPLETE],
    ["https://256.1.1.1/", INCOMPLETE],
    ["https://hooks.example.com:65536/", INCOMPLETE],
    [" https://hooks.example.com/", SPELLING],
    ["https://hooks.example.com/ ", SPELLING],
    ["https://hooks.example.com/a b", SPELLING],
    ["ht\ntps://hooks.example.com/", SPELLING],
    ["https://hooks.example.com/\t", SPELLING],
    ["https://hooks.example.com/\u0000", SPELLING],
    ["https://hooks.example.com\\@127.0.0.1/", SPELLING],
    ["https:\\\\hooks.example.com/", SPELLING],
    ["https://user@hooks.example.com/", CREDENTIALS],
    ["https://:secret@hooks.example.com/", CREDENTIALS],
    ["https://hooks.example.com@127.0.0.1/", CREDENTIALS],
    ["https://hooks.example.com%40127.0.0.1/", INCOMPLETE],
    ["https://hooks.example.com:0/", PORT(0)],
    ["https://hooks.example.com:22/", PORT(22)],
    ["https://hooks.example.com:25/", PORT(25)],
    ["https://hooks.example.com:80/", PORT(80)],
    ["https://hooks.example.com:442/", PORT(442)],
    ["https://hooks.example.com:1023/", PORT(1023)],
    ["https://hooks.example.com:2049/", PORT(2049)],
    ["https://hooks.example.com:6000/", PORT(6000)],
    ["https://hooks.example.com:6667/", PORT(6667)],
    ["https://hooks.example.com:10080/", PORT(10080)],
    ["https://hooks.example.com./", DOT],
    ["https://localhost./", DOT],
    ["https://metadata.google.internal./", DOT],
    ["https://localhost/", THIS_MACHINE],
    ["https://LOCALHOST/", THIS_MACHINE],
    ["https://ｌocalhost/", THIS_MACHINE],
    ["https://local%68ost/", THIS_MACHINE],
    ["https://hooks.localhost/", THIS_MACHINE],
    ["https://intranet/", SINGLE],
    ["https://metadata/", SINGLE],
    ["https://printer.local/", PRIVATE("local")],
    ["https://localhost.localdomain/", PRIVATE("localdomain")],
    ["https://metadata.google.internal/", PRIVATE("internal")],
    ["https://METADATA.GOOGLE.INTERNAL/computeMetadata/v1/", PRIVATE("internal")],
    ["https://kubernetes.default.svc.cluster.local/", PRIVATE("local")],
    ["https://nas.home.arpa/", PRIVATE("home.arpa")],
    ["https://nas.lan/", PRIVATE("lan")],
  ])("%j %s", (url, clause) => {
    expect(production(url)).toBe(clause);
  });

  test.each([
    ..."127.0.0.1 127.1 127.0.1 0 0.0.0.0 2130706433 017700000001 0x7f000001 0x7f.1 0177.0.0.1 0177.0x0.0.1 127.0.0.1. 0x7f000001.".split(" "), // prettier-ignore
    ..."１２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 %31%32%37.0.0.1 %30x7f000001".split(" "),
    ..."[::1] [::] [0:0:0:0:0:0:0:1] [::ffff:7f00:1] [::ffff:127.0.0.1] [::127.0.0.1] [::7f00:1] [::8.8.8.8]".split(" "),
    ..."[64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1] [fec0::1] [fd00:ec2::254] [ff02::1]".split(" "), // prettier-ignore
    ..."[5f00::1] [100::1] [2001:db8::1] [3fff::1] [4000::1]".split(" "),
    ..."10.0.0.1 172.16.0.1 192.168.1.1 100.64.0.1 100.100.100.200 169.254.169.254 169.254.43518 0xa9fea9fe 2852039166 168.63.129.16".split(" "), // prettier-ignore
    ..."192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255".split(" "),
  ])("an address that is not public, however it is written: %s", (host) => {
    expect(production(`https://${host}/`)).toBe(ADDRESS);
    expect(production(`https://${host}:8443/hook`)).toBe(ADDRESS);
    expect(production(`https:${host}/`)).toBe(ADDRESS);
    expect(production(`https:/${host}/`)).toBe(ADDRESS);
    expect(production(`https:////${host}/`)).toBe(ADDRESS);
  });

  test("the longest that is taken has 2,048 characters", () => {
    const url = "https://hooks.example.com/".padEnd(2_048, "x");
    expect(production(url)).toBeNull();
    expect(production(`${url}x`)).toBe("is longer than 2,048 characters");
    const longer = { loopback: false, urlCharactersMax: 8_192 };
    expect(urlRefusal(url.padEnd(8_192, "x"), longer)).toBeNull();
    expect(urlRefusal(url.padEnd(8_193, "x"), longer)).toBe("is longer than 8,192 characters");
  });
});

describe("left to the connection", () => {
  test.each([
    "https://hooks.example.com/",
    "https://hooks.example.com",
    "HTTPS://Hooks.Example.COM/Feeds?shop=1&key=%20#part",
    "https://hooks.example.com:443/",
    "https://hooks.example.com:1024/",
    "https://hooks.example.com:8443/",
    "https://hooks.example.com:65535/",
    "https://bücher.example/",
    "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]:8443/",
    "https://localhost.example.com/",
    "https://internal.example.com/",
    "https://127.0.0.1.nip.io/",
    "https://hooks.example.com/@127.0.0.1/",
    "https://hooks.example.com/?next=http://127.0.0.1/",
  ])("%s", (url) => {
    expect(production(url)).toBeNull();
    expect(development(url)).toBeNull();
  });
});

describe("in development", () => {
  test.each([
    "http://localhost:3000/hook",
    "http://localhost/hook",
    "http://hooks.localhost:3000/",
    "https://localhost:80/",
    "http://127.0.0.1:3000/",
    "http://127.8.8.8/",
    "http://[::1]:3000/",
    "http://hooks.example.com/",
  ])("%s may be called", (url) => {
    expect(development(url)).toBeNull();
    expect(production(url)).not.toBeNull();
  });

  test.each([
    ["http://10.0.0.1/", ADDRESS],
    ["http://192.168.1.1:3000/", ADDRESS],
    ["http://169.254.169.254/latest/meta-data/", ADDRESS],
    ["http://[fd00:ec2::254]/", ADDRESS],
    ["http://0.0.0.0:3000/", ADDRESS],
    ["http://[::]:3000/", ADDRESS],
    ["http://[::127.0.0.1]:3000/", ADDRESS],
    ["http://metadata.google.internal/", PRIVATE("internal")],
    ["http://intranet/", SINGLE],
    ["http://localhost.:3000/", DOT],
    ["http://localhost:22/", PORT(22)],
    ["http://localhost:443/", PORT(443)],
    ["http://localhost:6000/", PORT(6000)],
    ["http://user@localhost:3000/", CREDENTIALS],
    ["ftp://localhost:3000/", SCHEME("ftp:")],
  ])("%s stays refused", (url, clause) => {
    expect(development(url)).toBe(clause);
  });
});

test("no text makes the judge fail, and what it lets by is a web address with a host", () => {
  const parts = fc.array(fc.constantFrom("https:", "http:", "/", "//", "@", ":", "[", "]", "::1", "127.1", "a.b", ".", "%", "%31", "#", "?", "\\", "0", "☃"), { maxLength: 8 }); // prettier-ignore
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        parts.map((part) => part.join("")),
      ),
      (text) => {
        const url = URL.parse(text);
        const isSound = url?.protocol === "https:" && url.username === "" && /[.:]/.test(url.hostname);
        expect(production(text) !== null || isSound).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});
