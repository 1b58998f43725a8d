import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLoopback, isPublicAddress } from "./public-address.ts";

/** Against IANA's registries of special-purpose addresses, copied row by row and read with plain arithmetic. */

interface Range {
  readonly first: bigint;
  readonly last: bigint;
}

type Words = readonly [base: readonly number[], prefix: number];

const v4 = (base: string, prefix: number): Words => [base.split(".").map(Number), prefix];
const v6 = (base: string, prefix: number): Words => [
  Array.from({ length: 8 }, (_, at) => Number.parseInt(base.split(":")[at] || "0", 16)),
  prefix,
];
const numberOf = (words: readonly number[], wordBits: bigint): bigint => words.reduce((sum, word) => (sum << wordBits) | BigInt(word), 0n);
const rangeOf = ([base, prefix]: Words, wordBits: bigint): Range => {
  const first = numberOf(base, wordBits);
  return { first, last: first + (1n << (wordBits * BigInt(base.length) - BigInt(prefix))) - 1n };
};

/** iana-ipv4-special-registry: what is not globally reachable, and the whole of 192.0.0.0/24; then multicast and Azure's host. */
const REFUSED_IPV4 = [
  v4("0.0.0.0", 8),
  v4("0.0.0.0", 32),
  v4("10.0.0.0", 8),
  v4("100.64.0.0", 10),
  v4("127.0.0.0", 8),
  v4("169.254.0.0", 16),
  v4("172.16.0.0", 12),
  v4("192.0.0.0", 24),
  v4("192.0.0.0", 29),
  v4("192.0.0.8", 32),
  v4("192.0.0.9", 32),
  v4("192.0.0.10", 32),
  v4("192.0.0.170", 32),
  v4("192.0.0.171", 32),
  v4("192.0.2.0", 24),
  v4("192.88.99.0", 24),
  v4("192.168.0.0", 16),
  v4("198.18.0.0", 15),
  v4("198.51.100.0", 24),
  v4("203.0.113.0", 24),
  v4("240.0.0.0", 4),
  v4("255.255.255.255", 32),
  v4("224.0.0.0", 4),
  v4("168.63.129.16", 32),
].map((words) => rangeOf(words, 8n));

/** iana-ipv6-special-registry without the row of mapped addresses; then what has not been given out as global unicast. */
const REFUSED_IPV6 = [
  v6("0:0:0:0:0:0:0:1", 128),
  v6("0", 128),
  v6("64:ff9b", 96),
  v6("64:ff9b:1", 48),
  v6("100", 64),
  v6("100:0:0:1", 64),
  v6("2001", 23),
  v6("2001", 32),
  v6("2001:1:0:0:0:0:0:1", 128),
  v6("2001:2", 48),
  v6("2001:3", 32),
  v6("2001:4:112", 48),
  v6("2001:10", 28),
  v6("2001:20", 28),
  v6("2001:30", 28),
  v6("2001:db8", 32),
  v6("2002", 16),
  v6("3fff", 20),
  v6("5f00", 16),
  v6("fc00", 7),
  v6("fe80", 10),
  v6("fec0", 10),
  v6("ff00", 8),
  v6("0", 3),
  v6("4000", 2),
  v6("8000", 1),
].map((words) => rangeOf(words, 16n));

const MAPPED = rangeOf(v6("0:0:0:0:0:ffff", 96), 16n);
const inside = (address: bigint, ranges: readonly Range[]): boolean =>
  ranges.some(({ first, last }) => address >= first && address <= last);
const publicIpv4 = (address: bigint): boolean => !inside(address, REFUSED_IPV4);
const publicIpv6 = (address: bigint): boolean =>
  inside(address, [MAPPED]) ? publicIpv4(address & 0xffff_ffffn) : !inside(address, REFUSED_IPV6);

const words = (address: bigint, count: number, wordBits: number): readonly bigint[] =>
  Array.from({ length: count }, (_, at) => (address >> BigInt((count - 1 - at) * wordBits)) & ((1n << BigInt(wordBits)) - 1n));
const ipv4Text = (address: bigint): string => words(address, 4, 8).join(".");
const ipv6Text = (address: bigint): string => words(address, 8, 16).map((word) => word.toString(16)).join(":"); // prettier-ignore

const edges = (ranges: readonly Range[], max: bigint): readonly bigint[] =>
  ranges.flatMap(({ first, last }) => [first - 1n, first, last, last + 1n]).filter((address) => address >= 0n && address <= max);

const IPV4_MAX = (1n << 32n) - 1n;
const IPV6_MAX = (1n << 128n) - 1n;

describe("an address is public when no registry says otherwise", () => {
  test("at both edges of every IPv4 range, and mapped into IPv6", () => {
    for (const address of edges(REFUSED_IPV4, IPV4_MAX)) {
      const text = ipv4Text(address);
      expect([text, isPublicAddress(text)]).toEqual([text, publicIpv4(address)]);
      expect([text, isPublicAddress(`::ffff:${text}`)]).toEqual([text, publicIpv4(address)]);
    }
  });

  test("at both edges of every IPv6 range", () => {
    for (const address of edges([...REFUSED_IPV6, MAPPED], IPV6_MAX)) {
      const text = ipv6Text(address);
      expect([text, isPublicAddress(text)]).toEqual([text, publicIpv6(address)]);
    }
  });

  test("anywhere", () => {
    const near = (ranges: readonly Range[], max: bigint) =>
      fc.oneof(
        fc.bigInt({ min: 0n, max }),
        fc.constantFrom(...ranges).chain(({ first, last }) => fc.bigInt({ min: first, max: last })),
        fc.constantFrom(...edges(ranges, max)),
      );
    const seen = (address: bigint, text: string, isPublic: boolean): void => {
      expect([address, text, isPublicAddress(text)]).toEqual([address, text, isPublic]);
    };
    fc.assert(
      fc.property(near(REFUSED_IPV4, IPV4_MAX), (address) => seen(address, ipv4Text(address), publicIpv4(address))),
      { numRuns: 2_000 },
    );
    const ipv6 = fc.oneof(near([...REFUSED_IPV6, MAPPED], IPV6_MAX), fc.bigInt({ min: 0x2000n << 112n, max: (0x4000n << 112n) - 1n }));
    fc.assert(
      fc.property(ipv6, (address) => seen(address, ipv6Text(address), publicIpv6(address))),
      { numRuns: 2_000 },
    );
  });
});

describe("by name", () => {
  test.each(["93.184.215.14", "8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "2A00:1450:4001:81B::200E", "::ffff:8.8.8.8"])(
    "%s is public",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
      expect(isLoopback(address)).toBe(false);
    },
  );

  test.each([
    ["the metadata service of most clouds", "169.254.169.254"],
    ["that of Alibaba", "100.100.100.200"],
    ["that of Oracle", "192.0.0.192"],
    ["that of AWS over IPv6", "fd00:ec2::254"],
    ["Azure's host", "168.63.129.16"],
    ["IPv4-compatible, which no table of ranges names", "::8.8.8.8"],
    ["a NAT64 of loopback", "64:ff9b::7f00:1"],
    ["a NAT64 of a public address", "64:ff9b::808:808"],
    ["6to4 of loopback", "2002:7f00:1::"],
    ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
    ["a public address on a link", "2606:4700:4700::1111%eth0"],
    ["an octal spelling", "0177.0.0.1"],
    ["a short spelling", "127.1"],
    ["a number", "2130706433"],
    ["a name", "example.com"],
    ["nothing", ""],
  ])("%s is not", (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(isLoopback(address)).toBe(false);
  });

  test.each(["127.0.0.1", "127.0.0.0", "127.255.255.255", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "::ffff:7f00:1"])(
    "%s is this machine",
    (address) => {
      expect(isLoopback(address)).toBe(true);
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  test.each([
    "126.255.255.255",
    "128.0.0.0",
    "::",
    "::2",
    "::7f00:1",
    "::127.0.0.1",
    "::1%lo",
    "fe80::1",
    "10.0.0.1",
    "0.0.0.0",
    "169.254.169.254",
  ])("%s is not this machine", (address) => {
    expect(isLoopback(address)).toBe(false);
  });
});
