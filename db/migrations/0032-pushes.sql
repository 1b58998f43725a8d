-- What each feed's rows were sent to, where a channel's platform takes rows instead of reading files.
create table channel_pushes (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  feed_id bigint not null references feeds on delete cascade,
  channel text not null,
  -- Whose items they are, and where they are sold. Two places share no item.
  seller text not null,
  market jsonb not null,
  -- Of the connection when they were sent: rows are taken away by the same account.
  account jsonb not null,
  settings jsonb not null,
  -- Object with the id and hash of every row that the platform has; null: it has none.
  sent_key text,
  -- When every row was last sent.
  reconciled_at timestamptz,
  -- When it is looked at again although nothing was published.
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (feed_id, channel, seller, market)
);
create index channel_pushes_shop on channel_pushes (shop_id, channel);
create index channel_pushes_due on channel_pushes (due_at);

-- How far a push has come, for the next worker.
alter table sync_logs add column push jsonb;
-- Claims since the last one that came further.
alter table sync_logs add column failures int not null default 0;

-- Rows that the platform has refused in a push under way.
create table push_refusals (
  sync_id bigint not null references sync_logs on delete cascade,
  shop_id bigint not null references shops on delete cascade,
  item_id text not null,
  primary key (sync_id, item_id)
);
create index push_refusals_shop on push_refusals (shop_id);
