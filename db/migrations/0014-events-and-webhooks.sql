-- What happened, whom it is told to, and how that went.

-- Written in the transaction that makes it true. The body is the whole request as subscribers get it: kept as text, so that its
-- bytes are the same on every attempt, whatever version sends it.
create table events (
  id text primary key check (id ~ '^evt_[0-9A-HJKMNP-TV-Z]{26}$'),
  shop_id bigint not null references shops on delete cascade,
  name text not null,
  body text not null,
  created_at timestamptz not null
);
create index events_shop on events (shop_id);
create index events_age on events (created_at);

create table webhooks (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  -- Of the organization whose key made it, or whose key's key: it ends with their connection.
  organization_id bigint references organizations on delete cascade,
  endpoint_url text not null check (length(endpoint_url) <= 2048),
  -- Names of events, or `*` for all.
  events text[] not null check (cardinality(events) between 1 and 100),
  status text not null default 'active' check (status in ('active', 'disabled')),
  -- Sealed.
  secret text not null,
  secret_previous text,
  secret_previous_until timestamptz,
  -- Failed attempts in a row, over all its deliveries.
  failure_count integer not null default 0 check (failure_count >= 0),
  last_delivery_at timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'disabled') = (disabled_at is not null)),
  check ((secret_previous is null) = (secret_previous_until is null))
) with (fillfactor = 70);
create index webhooks_shop on webhooks (shop_id);
create index webhooks_organization on webhooks (organization_id) where organization_id is not null;

-- A row is its own schedule: due by our clock, claimed by the database's, so that a clock that is wrong delays and never doubles.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  shop_id bigint not null,
  webhook_id bigint not null references webhooks on delete cascade,
  event_id text not null references events on delete cascade,
  event text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- Not before; null once it is settled.
  due_at timestamptz,
  -- Grows with each claim: what an older one brings back is late.
  claims integer not null default 0,
  -- Null once the claim's result is recorded. What settles a delivery meanwhile leaves it, so that its attempt is recorded all the same.
  claimed_until timestamptz,
  attempt_count integer not null default 0,
  attempts jsonb not null default '[]',
  -- Of the last attempt.
  response_status integer,
  response_time_ms integer,
  error_message text,
  delivered_at timestamptz,
  created_at timestamptz not null,
  check ((status = 'pending') = (due_at is not null))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, due_at, id) where status = 'pending';
create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'pending';
create index webhook_deliveries_in_flight on webhook_deliveries (webhook_id, claimed_until) where claimed_until is not null;
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_event on webhook_deliveries (event_id);

-- Once a shop, ever; a shop that has a live run has had its first.
alter table shops add column feed_created_at timestamptz;
update shops set feed_created_at = now()
  where exists (select from feeds where feeds.shop_id = shops.id and feeds.live_run_id is not null);

-- Percent that subscribers have been told of: 0, 25, 50 or 75, each once.
alter table extracts add column progress_told integer not null default 0;
