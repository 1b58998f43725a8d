import ipaddr from "ipaddr.js";

/**
 * Which addresses are on the public internet. What is not clearly public is not: IPv6 is admitted by what it is (global unicast,
 * `2000::/3`) and not by what it is not, because `::127.0.0.1` and its like stand in nobody's table of exceptions.
 */

type Ranges = Readonly<Record<string, string>>;

/** IANA's special-purpose registry for IPv4 (what is not globally reachable there), multicast, and one address of a cloud. */
const NOT_PUBLIC_IPV4: Ranges = {
  "0.0.0.0/8": "this network",
  "10.0.0.0/8": "private",
  "100.64.0.0/10": "shared by carriers (CGNAT), and metadata services",
  "127.0.0.0/8": "loopback",
  "168.63.129.16/32": "the host below every virtual machine of Azure",
  "169.254.0.0/16": "link-local, and metadata services",
  "172.16.0.0/12": "private",
  "192.0.0.0/24": "protocol assignments, and metadata services",
  "192.0.2.0/24": "documentation",
  "192.88.99.0/24": "relays from IPv6 (6to4)",
  "192.168.0.0/16": "private",
  "198.18.0.0/15": "benchmarks",
  "198.51.100.0/24": "documentation",
  "203.0.113.0/24": "documentation",
  "224.0.0.0/3": "multicast, reserved and broadcast",
};

/**
 * What is left out of `2000::/3`. NAT64 (`64:ff9b::/96`), discard (`100::/64`), segment routing (`5f00::/16`), unique local,
 * link-local, site-local and multicast addresses lie outside of it.
 */
const NOT_PUBLIC_IPV6: Ranges = {
  "2001::/23": "protocol assignments: Teredo, benchmarks, ORCHID; what is reachable there is no web server",
  "2001:db8::/32": "documentation",
  "2002::/16": "6to4, which holds any IPv4 address",
  "3fff::/20": "documentation",
};

const GLOBAL_UNICAST = "2000::/3";

/** Takes what sockets take, in any letter case; a text that is no address is not public. */
export function isPublicAddress(text: string): boolean {
  const address = canonical(text);
  if (address === null) return false;
  if (address instanceof ipaddr.IPv4) return !within(address, Object.keys(NOT_PUBLIC_IPV4));
  return within(address, [GLOBAL_UNICAST]) && !within(address, Object.keys(NOT_PUBLIC_IPV6));
}

/** This machine: `127.0.0.0/8` and `::1`. The other addresses of its own interfaces are not told apart from its network's. */
export function isLoopback(text: string): boolean {
  const address = canonical(text);
  if (address === null) return false;
  return within(address, address instanceof ipaddr.IPv4 ? ["127.0.0.0/8"] : ["::1/128"]);
}

/**
 * An IPv4-mapped address reaches the IPv4 address, so it is that one. A zone names a link of this machine: no such address is
 * public. The URL parser writes IPv6 in hexadecimal alone, because ipaddr.js takes `::8.8.8.8` for the mapped address it is not.
 */
function canonical(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return null;
  const hexadecimal = URL.parse(`http://[${text}]`)?.hostname.slice(1, -1);
  if (hexadecimal === undefined) return null;
  const address = ipaddr.IPv6.parse(hexadecimal);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Those above, each read once: every connection asks for most of them. */
const readRanges = new Map<string, Range>();

function within(address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly string[]): boolean {
  return ranges.some((text) => {
    const range = readRanges.get(text) ?? ipaddr.parseCIDR(text);
    readRanges.set(text, range);
    return address.match(range);
  });
}
