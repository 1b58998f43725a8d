import type { LookupAddress } from "node:dns";
import { isIPv6, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { Agent, buildConnector } from "undici";
import { isLoopback, isPublicAddress } from "./public-address.ts";
import type { ResolveName } from "./resolve-name.ts";
import { type Admission, literalOf } from "./url-refusal.ts";

/** Nothing was connected to. The address is not in the message: a name of a private network must not be looked up through us. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/** More than the deliveries one process has under way, so that nobody waits for a stranger's silent call to the same host. */
const SOCKETS_PER_ORIGIN_MAX = 64;
/** An idle connection is dropped before common servers drop it (5 s), since a request that meets a closing one is lost. */
const IDLE_MS = 2_000;
/** A server may ask for longer. */
const IDLE_MAX_MS = 30_000;
/** From the look-up to the end of the TLS handshake, when no deadline comes first. */
const CONNECT_MS = 10_000;
/** Of one address before the next of the same name is tried; longer than the way round the world. */
const ADDRESS_MS = 1_000;
const HEADER_BYTES_MAX = 16_384;

/**
 * Connections that are judged where they are made: the look-up that the socket itself uses answers only what was judged, so
 * there is no second look-up that could answer otherwise; host, SNI and certificate stay those of the name. An `Agent` knows of
 * no proxy and follows no redirect.
 */
export function guardedAgent(admission: Admission, resolve: ResolveName): Agent {
  const admits = (address: string): boolean => isPublicAddress(address) || (admission.loopback && isLoopback(address));
  const connect = buildConnector({
    lookup: guardedLookup(admits, resolve),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    timeout: CONNECT_MS,
    allowH2: false,
    // Said, because the environment could turn it off (NODE_TLS_REJECT_UNAUTHORIZED).
    rejectUnauthorized: true,
  });
  return new Agent({
    connect(options, callback) {
      // A socket looks no address up that is one already.
      const literal = literalOf(options.hostname);
      if (literal !== null && !admits(literal)) return callback(new AddressRefused(), null);
      return connect(options, callback);
    },
    connections: SOCKETS_PER_ORIGIN_MAX,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MAX_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    allowH2: false,
  });
}

/**
 * One address that is not admitted refuses the name. To go on with the others would make the outcome a matter of their order, and
 * a name that answers with both is either wrong or somebody's try.
 */
function guardedLookup(admits: (address: string) => boolean, resolve: ResolveName): LookupFunction {
  const judged = async (name: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(name);
    if (addresses.length === 0 || !addresses.every(admits)) throw new AddressRefused();
    return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  };
  // With `autoSelectFamily` a socket asks for all addresses.
  return (name, _options, callback) => callbackify(judged)(name, (error, addresses) => callback(error, addresses));
}
