-- Channels a feed is assigned to, what was found in the channel's file of each kept run, and what a merchant doesn't want to be told of.
create table feed_channels (
  shop_id bigint not null references shops on delete cascade,
  feed_id bigint not null references feeds on delete cascade,
  channel text not null,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (feed_id, channel)
);

create table findings (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  run_id bigint not null references runs on delete cascade,
  channel text not null,
  code text not null,
  -- The channel's attribute; null: the row or the feed as a whole.
  field text,
  -- The check's place in the run's file of findings.
  nth int not null,
  category text not null,
  severity text not null check (severity in ('error', 'warning', 'info')),
  message text not null,
  what_to_do text not null,
  -- Rows, muted ones included; 0 where the feed itself is meant.
  affected_count bigint not null,
  -- Source rows it affects, one entry a row of the file; null where they are too many for all of them to be muted one by one.
  row_ids bigint[],
  samples jsonb not null,
  suggested_rule jsonb,
  source jsonb,
  unique nulls not distinct (run_id, channel, code, field)
);

create table finding_mutes (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  feed_id bigint not null references feeds on delete cascade,
  channel text not null,
  code text not null,
  -- Null: whatever the attribute.
  field text,
  -- Null: all rows.
  row_id bigint,
  note text,
  created_at timestamptz not null default now(),
  unique nulls not distinct (feed_id, channel, code, field, row_id)
);
