import { sql } from "kysely";
import type { RateLimit } from "../../channels/platform-request.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";

/** Shortest pause before the next look, so that waiting costs nothing. */
const WAIT_MIN_MS = 20;

interface Bucket {
  readonly bucket: string;
  readonly perSecond: number;
  readonly burst: number;
}

/** `account`: whose rates they are where the platform counts by account. */
export function bucketOf(slug: string, account: string, { name, perSecond, burst, of }: RateLimit): Bucket {
  return { bucket: of === "application" ? `${slug}:${name}` : `${slug}:${account}:${name}`, perSecond, burst };
}

/** Takes one call in one statement: milliseconds to wait, 0 when it may go. The row's lock makes takers of all processes take turns. */
export async function takeRate(db: Db, { bucket, perSecond, burst }: Bucket): Promise<number> {
  const { rows } = await sql<{ readonly wait_ms: number }>`
    insert into platform_rates as r (bucket, tokens, measured_at) values (${bucket}, ${burst - 1}::double precision, clock_timestamp())
    on conflict (bucket) do update set
      tokens = case when r.held_until > clock_timestamp() then r.tokens
        else (select case when filled >= 1 then filled - 1 else filled end
          from (select least(${burst}::double precision, r.tokens + ${perSecond}::double precision * greatest(0, extract(epoch from clock_timestamp() - r.measured_at))) as filled) f) end,
      measured_at = clock_timestamp(),
      waits_ms = case when r.held_until > clock_timestamp() then greatest(${WAIT_MIN_MS}, extract(epoch from r.held_until - clock_timestamp()) * 1000)
        else (select case when filled >= 1 then 0 else greatest(${WAIT_MIN_MS}, (1 - filled) / ${perSecond}::double precision * 1000) end
          from (select least(${burst}::double precision, r.tokens + ${perSecond}::double precision * greatest(0, extract(epoch from clock_timestamp() - r.measured_at))) as filled) f) end
    returning waits_ms as wait_ms`.execute(db);
  return rows[0]?.wait_ms ?? 0;
}

/** The platform said to wait, so nobody calls before that. */
export async function holdRate(db: Db, { bucket, burst }: Bucket, ms: number): Promise<void> {
  await sql`
    insert into platform_rates as r (bucket, tokens, measured_at, held_until)
    values (${bucket}, ${burst}::double precision, clock_timestamp(), clock_timestamp() + make_interval(secs => ${ms / 1_000}))
    on conflict (bucket) do update set held_until = greatest(r.held_until, excluded.held_until)`.execute(db);
}
