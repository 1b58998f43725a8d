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

/** Takes one call: milliseconds to wait, 0 when it may go. The row's lock makes takers of all processes take turns. */
export async function takeRate(db: Db, bucket: Bucket): Promise<number> {
  return (await takeToken(db, bucket)) ?? (await fillBucket(db, bucket).then(() => takeToken(db, bucket))) ?? 0;
}

/** Undefined where the bucket isn't there yet. */
async function takeToken(db: Db, { bucket, perSecond, burst }: Bucket): Promise<number | undefined> {
  const { rows } = await sql<{ readonly wait_ms: number }>`
    with present as (
      select bucket, extract(epoch from held_until - clock_timestamp()) * 1000 as held_ms,
        least(${burst}::double precision, tokens + ${perSecond}::double precision * greatest(0, extract(epoch from clock_timestamp() - measured_at))) as filled
      from platform_rates where bucket = ${bucket} for update
    )
    update platform_rates set measured_at = clock_timestamp(),
      tokens = filled - case when filled >= 1 and coalesce(held_ms, 0) <= 0 then 1 else 0 end
    from present where platform_rates.bucket = present.bucket
    returning case when held_ms > 0 then greatest(${WAIT_MIN_MS}, held_ms) when filled >= 1 then 0
      else greatest(${WAIT_MIN_MS}, (1 - filled) / ${perSecond}::double precision * 1000) end::double precision as wait_ms`.execute(db);
  return rows[0]?.wait_ms;
}

async function fillBucket(db: Db, { bucket, burst }: Bucket): Promise<void> {
  await sql`
    insert into platform_rates (bucket, tokens, measured_at) values (${bucket}, ${burst}::double precision, clock_timestamp())
    on conflict (bucket) do nothing`.execute(db);
}

/** The platform said to wait, so nobody calls before that. */
export async function holdRate(db: Db, { bucket, burst }: Bucket, ms: number): Promise<void> {
  await sql`
    insert into platform_rates as r (bucket, tokens, measured_at, held_until)
    values (${bucket}, ${burst}::double precision, clock_timestamp(), clock_timestamp() + make_interval(secs => ${ms / 1_000}))
    on conflict (bucket) do update set held_until = greatest(r.held_until, excluded.held_until)`.execute(db);
}
