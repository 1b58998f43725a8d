-- What each channel was told or sent after its feed was published.
create table sync_logs (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  feed_id bigint not null references feeds on delete cascade,
  channel text not null,
  mode text not null check (mode in ('fetch', 'push')),
  status text not null check (status in ('pending', 'success', 'failed')),
  -- Published while the platform was being told: it is told once more.
  again boolean not null default false,
  rows_sent int,
  errors_count int,
  error_details text,
  attempts int not null default 0,
  work_due_at timestamptz not null default now(),
  leased_until timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index sync_logs_one_at_a_time on sync_logs (feed_id, channel) where status = 'pending';
create index sync_logs_feed on sync_logs (feed_id, channel, id desc);
create index sync_logs_work on sync_logs (work_due_at) where status = 'pending';
create index sync_logs_shop on sync_logs (shop_id);
