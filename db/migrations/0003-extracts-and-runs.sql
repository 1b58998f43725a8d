-- Work. The row of an extract or run is its own lease: `attempt` grows with each claim, `beat_at` moves every 5 s by this
-- database's clock, and a row that has not moved for 20 s may be claimed by any worker. Publishing compares the attempt.

create table extracts (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  type text not null check (type in ('full', 'regenerate', 'delta')),
  -- Of a regenerate: the feed it runs.
  feed_id bigint references feeds on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  progress smallint not null default 0 check (progress between 0 and 100),
  attempt integer not null default 0,
  beat_at timestamptz,
  claimed_by text,
  product_count bigint,
  excluded_count bigint,
  -- [{"code": …, "count": …, "message": …}]: what was repaired on the way in.
  warnings jsonb not null default '[]',
  -- Prefix of the snapshot's objects; null until it is stored. Columns and locales of the snapshot.
  snapshot_prefix text,
  snapshot jsonb,
  csv_bytes bigint,
  error_code text,
  error_details text,
  started_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  created_at timestamptz not null default now()
);
-- Deltas never stand in the way of an extract; anything else is one at a time.
create unique index extracts_in_progress on extracts (shop_id) where status in ('pending', 'running') and type <> 'delta';
create index extracts_shop on extracts (shop_id, id desc);
create index extracts_waiting on extracts (status, beat_at) where status in ('pending', 'running');
alter table shops add foreign key (live_extract_id) references extracts;

create table runs (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  feed_id bigint not null references feeds on delete cascade,
  -- The snapshot it reads.
  extract_id bigint not null references extracts,
  -- The regenerate extract whose whole work it is.
  for_extract_id bigint references extracts,
  trigger text not null check (trigger in ('regenerate', 'extract', 'schedule', 'settings', 'delta', 'rollback')),
  status text not null default 'running' check (status in ('running', 'completed', 'failed')),
  publication text not null default 'none' check (publication in ('live', 'held', 'superseded', 'none')),
  attempt integer not null default 0,
  beat_at timestamptz,
  claimed_by text,
  definition_version bigint not null,
  -- The definition it ran, whole, so that it can be explained and repeated.
  definition jsonb,
  output_prefix text,
  -- {"columns": […], "file": {bytes, sha256, gzip_bytes, gzip_sha256}, …}
  output jsonb,
  included_count bigint,
  excluded_count bigint,
  total_count bigint,
  added_count bigint,
  removed_count bigint,
  changed_count bigint,
  held_reasons jsonb not null default '[]',
  duration_ms bigint,
  error_code text,
  error_details text,
  started_at timestamptz,
  completed_at timestamptz,
  -- When its file became the live one, last.
  published_at timestamptz,
  -- When retention removed its files.
  expired_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index runs_running on runs (feed_id) where status = 'running';
create index runs_feed on runs (feed_id, id desc);
create index runs_waiting on runs (beat_at) where status = 'running';
alter table feeds add foreign key (live_run_id) references runs;

-- What GET /feeds/{id}/scope answers; no row = computing.
create table feed_scopes (
  feed_id bigint primary key references feeds on delete cascade,
  shop_id bigint not null references shops on delete cascade,
  definition_version bigint not null,
  extract_id bigint not null references extracts,
  included_count bigint not null,
  excluded_count bigint not null,
  total_count bigint not null,
  -- {"reason": rows}
  reasons jsonb not null default '{}',
  computed_at timestamptz not null
);

-- Workers that are alive; a sweeper frees the job locks of those that are not.
create table workers (
  id text primary key,
  beat_at timestamptz not null default now(),
  started_at timestamptz not null default now()
);
