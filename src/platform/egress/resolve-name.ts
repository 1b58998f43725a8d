import { Resolver } from "node:dns/promises";
import { members } from "../../kernel/unsafe.ts";
import { isLocalhost } from "./url-refusal.ts";

/**
 * The addresses of a name, by c-ares. `dns.lookup`, which sockets use by themselves, waits in one of the four threads that all
 * of the process's files share: four names whose servers are silent would stop everybody. The price is the machine's `hosts`
 * file and its search domains, which know private names only; `localhost` is answered here (RFC 6761). Nothing is kept between
 * two look-ups: the resolver of the system does that, a connection is used again, and what is kept would have to be judged again.
 */

/** Rejects with `NameNotFound` when there is no such name or it has no address, and with what failed otherwise. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

export class NameNotFound extends Error {
  override readonly name = "NameNotFound";
}

/** Of one question to one server; asked twice, so that a lost packet is no failure and a deadline of 10 s has room for a connection. */
const QUESTION_MS = 2_000;
const QUESTIONS_MAX = 2;

/** `servers` as in `127.0.0.1:5353`; those of the system without it. */
export function nameResolver(servers?: readonly string[]): ResolveName {
  const resolver = new Resolver({ timeout: QUESTION_MS, tries: QUESTIONS_MAX });
  if (servers !== undefined) resolver.setServers(servers);
  return async (name) => {
    if (isLocalhost(name)) return ["127.0.0.1", "::1"];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const failure = answers.map(failureOf).find((error) => error !== undefined && !isAbsence(error));
    throw failure ?? new NameNotFound(name);
  };
}

function failureOf(answer: PromiseSettledResult<unknown>): Error | undefined {
  if (answer.status === "fulfilled") return undefined;
  return answer.reason instanceof Error ? answer.reason : new Error("the lookup failed");
}

/** The server said that there is nothing. One that cannot say is another fault: the name may be there. */
function isAbsence(error: Error): boolean {
  const code = members(error)["code"];
  return code === "ENOTFOUND" || code === "ENODATA";
}
