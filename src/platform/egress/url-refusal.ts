import { isIP } from "node:net";
import { isLoopback, isPublicAddress } from "./public-address.ts";

/**
 * What the text of an address tells before anybody is asked. There is one parser, WHATWG's, and its result is what is connected
 * to, so every spelling of a host (`127.1`, `0x7f.1`, `２１３０７０６４３３`, `http:127.0.0.1`) is judged as the host it is.
 */

/** What may be called besides public addresses by https. */
export interface Admission {
  /** This machine, and http: for development, and for a simulator that runs here. */
  readonly loopback: boolean;
  /** 2,048 unless said. */
  readonly urlCharactersMax?: number;
}

/** What browsers and proxies commonly accept. */
const URL_CHARACTERS_MAX = 2_048;

/** Services below have their well-known ports, and a stranger's knock there is an attack. Above, receivers run where they like. */
const FREE_PORT_MIN = 1_024;
/** Of those above, what the Fetch standard calls bad ports: other protocols, whose servers may read a request as commands. */
const BAD_PORTS: readonly number[] = [
  1_719, 1_720, 1_723, 2_049, 3_659, 4_045, 4_190, 5_060, 5_061, 6_000, 6_566, 6_665, 6_666, 6_667, 6_668, 6_669, 6_679, 6_697, 10_080,
];

/** Names that never leave a network, whoever answers them (RFC 6761, RFC 6762, RFC 8375, ICANN's reserved `internal`). */
const PRIVATE_SUFFIXES: readonly string[] = ["local", "localdomain", "internal", "home.arpa", "lan"];

/** Why this address may not be called, as the rest of a sentence on it; null when only connecting can tell. */
export function urlRefusal(text: string, admission: Admission): string | null {
  const { urlCharactersMax = URL_CHARACTERS_MAX } = admission;
  if (text.length > urlCharactersMax) return `is longer than ${urlCharactersMax.toLocaleString("en")} characters`;
  // A parser drops the ones and turns the others into slashes, so what a reader sees would not be what is called.
  if (/[\p{Cc}\s\\]/u.test(text)) return "contains a space, a control character or a backslash";
  const url = URL.parse(text);
  if (url === null || url.hostname === "") return "isn't a complete web address such as https://hooks.example.com/feeds";
  return schemeRefusal(url, admission) ?? credentialRefusal(url) ?? portRefusal(url, admission) ?? hostRefusal(url, admission);
}

function schemeRefusal({ protocol }: URL, { loopback }: Admission): string | null {
  if (protocol === "https:" || (loopback && protocol === "http:")) return null;
  return `starts with ${protocol}, but only https: is allowed`;
}

function credentialRefusal({ username, password }: URL): string | null {
  return username === "" && password === "" ? null : "contains a user name or a password";
}

function portRefusal({ port, protocol }: URL, { loopback }: Admission): string | null {
  if (port === "") return null;
  const number = Number(port);
  if (number >= FREE_PORT_MIN && !BAD_PORTS.includes(number)) return null;
  // `http:` names port 80 by naming none; with `https:` it is a mistake.
  if (loopback && protocol === "https:" && number === 80) return null;
  return `uses port ${port}; only port 443 and ports from ${FREE_PORT_MIN} are allowed, except those that browsers block`;
}

function hostRefusal({ hostname }: URL, { loopback }: Admission): string | null {
  const address = literalOf(hostname);
  if (address !== null) return isPublicAddress(address) || (loopback && isLoopback(address)) ? null : "has an address that isn't public";
  if (hostname.endsWith(".")) return "has a host that ends with a dot";
  if (isLocalhost(hostname)) return loopback ? null : "points at the machine that makes the call";
  if (!hostname.includes(".")) return "has a host without a domain";
  const suffix = PRIVATE_SUFFIXES.find((one) => hostname.endsWith(`.${one}`));
  return suffix === undefined ? null : `has a host in a private network (.${suffix})`;
}

/** The address that a host of a URL is; null for a name. */
export function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return isIP(bare) === 0 ? null : bare;
}

/** RFC 6761: every name below `localhost` is this machine, and no server of names is to be asked. */
export function isLocalhost(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost");
}
