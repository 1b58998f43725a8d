import { sql } from "kysely";
import { existsTogether } from "../../kernel/asked-together.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";

/** Whether a token is in a shop's feed URLs, or was in those of before a rotation; one that works no more is as good as unknown. */
export function feedTokenExists(db: Db): (token: string) => Promise<boolean> {
  return existsTogether(async (tokens) => {
    const { rows } = await sql<{ readonly token: string }>`
      select feed_token as token from shops where feed_token = any(${tokens}::text[])
      union all
      select feed_token_previous from shops where feed_token_previous = any(${tokens}::text[]) and feed_token_previous_until > now()
      union all
      select token from former_feed_tokens where token = any(${tokens}::text[]) and served_until > now()`.execute(db);
    return rows.map(({ token }) => token);
  });
}
