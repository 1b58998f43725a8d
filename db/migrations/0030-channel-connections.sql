-- Shops' connections to advertising platforms, and the feeds registered there.
create table channel_connections (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  channel text not null,
  -- removing: registrations are deleted and the grant is revoked, then the row goes.
  status text not null check (status in ('pending', 'connected', 'error', 'removing')),
  -- Sealed JSON of a grant; null until somebody has signed in.
  grant_sealed text,
  -- Grows with every grant that is stored, so that of several processes one renews it.
  grant_version int not null default 0,
  renewing_until timestamptz,
  account jsonb,
  error_code text,
  error_message text,
  connected_at timestamptz,
  last_synced_at timestamptz,
  work_due_at timestamptz,
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (shop_id, channel)
);
create index channel_connections_work on channel_connections (work_due_at) where work_due_at is not null;

-- One sign-in under way; the state itself is only in the browser.
create table sign_in_states (
  state_hash text primary key,
  shop_id bigint not null references shops on delete cascade,
  channel text not null,
  key_id bigint references api_keys on delete cascade,
  verifier_sealed text not null,
  return_url text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index sign_in_states_expiry on sign_in_states (expires_at);

-- Token buckets of the platforms' documented rates, over all processes.
create table platform_rates (
  bucket text primary key,
  tokens double precision not null,
  measured_at timestamptz not null,
  -- The platform said to wait until then.
  held_until timestamptz
);

create table datafeeds (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  feed_id bigint not null references feeds on delete cascade,
  channel text not null,
  -- wanted: to be registered or changed at the platform. removing: to be deleted there, then here.
  status text not null check (status in ('wanted', 'registered', 'removing')),
  remote_id text,
  -- The URL the platform was given, which has the shop's feed token in it.
  remote_url text,
  name text not null,
  hour smallint not null check (hour between 0 and 23),
  time_zone text not null,
  targets jsonb not null,
  -- What tells registrations of one file apart at the platform.
  target text not null,
  error_code text,
  error_message text,
  fetch_asked_at timestamptz,
  fetch_wanted boolean not null default false,
  -- Changed while a worker was at it: it is done again.
  revision int not null default 0,
  work_due_at timestamptz,
  leased_until timestamptz,
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (feed_id, channel, target)
);
create index datafeeds_shop on datafeeds (shop_id, channel);
create index datafeeds_work on datafeeds (work_due_at) where work_due_at is not null;
