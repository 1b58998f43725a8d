import { isIPv6 } from "node:net";

/** An IPv6 customer has at least this many groups to itself (a /64); more than that would let one client be many. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;
const MAPPED_IPV4 = /^::ffff:([0-9.]+)$/i;

/** Whose requests are counted together: one IPv4 address, or one /64 of IPv6. A text that is no address stands for itself. */
export function clientNetwork(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? ipv6Network(address) : address;
}

function ipv6Network(address: string): string {
  // Canonical hexadecimal groups, also of 64:ff9b::192.0.2.1; a zone is no part of the address.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, "")}]/`);
  const [head = "", tail] = hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const zeros = tail === undefined ? [] : Array.from({ length: GROUPS - (first?.length ?? 0) - (last?.length ?? 0) }, () => "0");
  return [...(first ?? []), ...zeros, ...(last ?? [])].slice(0, NETWORK_GROUPS).join(":");
}
