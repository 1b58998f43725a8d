import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, sql } from "../sql/fragment.ts";
import { hostOf } from "../sql/text-sql.ts";

/**
 * ASCII forms of hosts with other letters (`xn--bcher-kva.example` of `bücher.example`), by the host in lower case. A host's name can't be percent-encoded,
 * and SQL can't compute its ASCII form, so the hosts of a run are looked up before its files are written.
 */
export type AsciiHosts = ReadonlyMap<string, string>;

/** No shop has more. */
const HOSTS_MAX = 100;

/** `host` of the addresses in these texts, in lower case, where it isn't ASCII. A text may be a list of addresses. */
export function internationalHosts(rowsFile: string, texts: readonly Sql[]): Sql {
  const addresses = texts.map((text) => sql`CASE WHEN strlen(${text}) <> length(${text}) THEN string_split(${text}, ',') ELSE [] END`);
  const each = sql`SELECT unnest(list_concat(${list(addresses)})) AS url FROM read_parquet(${literal(rowsFile)}) WHERE reason IS NULL`;
  return sql`SELECT DISTINCT host FROM (SELECT ${hostOf(sql`trim(url)`)} AS host FROM (${each}))
    WHERE strlen(host) <> length(host) ORDER BY host LIMIT ${integer(HOSTS_MAX)}`;
}

/** A host that can't have an ASCII form is left out. */
export function asciiHosts(hosts: readonly string[]): AsciiHosts {
  const pairs = hosts.map((host) => [host, URL.parse(`https://${host}/`)?.hostname] as const);
  return new Map(pairs.flatMap(([host, ascii]) => (ascii === undefined ? [] : [[host, ascii]])));
}

const HEAD = "(?i)^(https?://(?:[^/?#@]*@)?)";

/** An address with the ASCII form of its host, where that is known. */
export function withAsciiHost(url: Sql, hosts: AsciiHosts | undefined): Sql {
  if (hosts === undefined || hosts.size === 0) return url;
  const known = [...hosts].map(([host, ascii]) => sql`WHEN ${literal(host)} THEN ${literal(ascii)}`);
  const head = sql`regexp_extract(${url}, ${literal(HEAD)}, 1)`;
  const rest = sql`regexp_extract(${url}, ${literal(`${HEAD}[^/?#:@]+((?s:.*))$`)}, 2)`;
  return sql`coalesce(${head} || CASE ${hostOf(url)} ${join(known, sql` `)} END || ${rest}, ${url})`;
}
