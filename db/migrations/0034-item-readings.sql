-- What platforms say about a feed's items: the work of reading it, and the last complete reading.
create table item_readings (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  feed_id bigint not null references feeds on delete cascade,
  channel text not null,
  -- The last complete reading; null until there is one.
  account_id text,
  object_key text,
  counts jsonb,
  fetched_at timestamptz,
  -- There were more items than are read.
  is_cut boolean not null default false,
  -- When the platform had last read the feed's file by then, and the run whose file that was.
  file_read_at timestamptz,
  judged_run_id bigint references runs on delete set null,
  -- Why the latest reading failed.
  error_code text,
  error_message text,
  -- Someone asked for it.
  is_wanted boolean not null default false,
  failures int not null default 0,
  -- Grows with every claim, so that a worker that lost its lease stores nothing.
  claims int not null default 0,
  claimed_at timestamptz,
  work_due_at timestamptz not null default now(),
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  unique (feed_id, channel)
);
create index item_readings_shop on item_readings (shop_id);
create index item_readings_work on item_readings (work_due_at);
create index item_readings_judged on item_readings (judged_run_id);
