-- Answers kept for repeats, requests counted per key and address, and keys that an organization made in a shop.

-- One row a request that named an Idempotency-Key and succeeded. What it answered can be read only with the raw API key.
create table idempotent_answers (
  -- Null: of an operation that belongs to no shop.
  shop_id bigint references shops on delete cascade,
  -- SHA-256 of API key, shop, method, path and Idempotency-Key.
  request_hash bytea not null check (length(request_hash) = 32),
  -- SHA-256 of query string and raw body.
  fingerprint bytea not null check (length(fingerprint) = 32),
  -- Status, headers and body, sealed for whoever presents the raw API key and the Idempotency-Key.
  sealed text not null,
  expires_at timestamptz not null default now() + interval '24 hours',
  constraint idempotent_answers_pkey unique nulls not distinct (shop_id, request_hash)
);
create index idempotent_answers_expiry on idempotent_answers (expires_at);

-- One row a key, written by every request: half of each page is free, so that a new version stays on it, and no index names a
-- column that changes. Unlogged, because a request must not wait for the disk; a crash of PostgreSQL forgets at most a minute.
create unlogged table key_windows (
  key_id bigint primary key references api_keys on delete cascade,
  started_at timestamptz not null default now(),
  -- In the window that began then.
  requests integer not null default 1,
  -- Not yet in api_keys.request_count.
  uncounted bigint not null default 1,
  last_at timestamptz not null default now()
) with (fillfactor = 50);

-- Every request runs this once: two lookups by unique index, three with an organization key, and one row written in place. It is
-- a function because its plan is then made once a connection: planning takes four times as long as the work. `shop_id` is the shop
-- the key may act for: its own, or the one asked for while the organization is connected to it. The window's row is locked until
-- the statement ends, so requests of one key pass one after another and the count is exact, whatever process asks.
create function admit_caller(given_hash bytea, asked_shop bigint, window_seconds integer)
returns table (
  id bigint, kind text, name text, grants text[], organization_id bigint, shop_id bigint, shop_uninstalled boolean,
  requests integer, seconds_left integer
) language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with k as (
      -- A merchant key that an organization made acts for that organization.
      select k.id, k.kind, k.name, k.grants, k.shop_id, coalesce(k.organization_id, k.created_by_organization_id) as organization_id
      from api_keys k where k.key_hash = given_hash and k.revoked_at is null
    ), w as (
      insert into key_windows as w (key_id) select k.id from k
      on conflict (key_id) do update set
        -- The first request after a window has ended begins the next.
        started_at = case when w.started_at <= now() - make_interval(secs => window_seconds) then now() else w.started_at end,
        requests = case when w.started_at <= now() - make_interval(secs => window_seconds) then 1 else w.requests + 1 end,
        uncounted = w.uncounted + 1,
        last_at = now()
      returning w.started_at, w.requests
    )
    select k.id, k.kind, k.name, k.grants, k.organization_id, s.id, s.uninstalled_at is not null, w.requests,
      -- Whoever waited for the row's lock may be older than its window.
      least(window_seconds, greatest(1, ceil(extract(epoch from w.started_at - now()) + window_seconds)))::int
    from k cross join w
    left join shops s on s.id = case k.kind
      when 'merchant' then k.shop_id
      when 'organization' then (
        select c.shop_id from organization_connections c
        where c.organization_id = k.organization_id and c.shop_id = asked_shop and c.status = 'active'
        limit 1
      )
    end;
end $$;

-- The same for requests without a valid key. Addresses share 65,536 buckets by a keyed hash: the table cannot grow past them.
create unlogged table address_windows (
  bucket integer primary key check (bucket between 0 and 65535),
  started_at timestamptz not null default now(),
  requests integer not null default 1
) with (fillfactor = 50);

-- The organization whose key made this one: it ends with the organization's connection to the shop.
alter table api_keys add column created_by_organization_id bigint references organizations on delete cascade;
create index api_keys_creator on api_keys (created_by_organization_id) where created_by_organization_id is not null;
