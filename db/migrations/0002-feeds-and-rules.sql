-- Feeds, and everything that defines what a run of one does.

create table feeds (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  feed_type text not null check (feed_type in ('primary', 'language', 'market')),
  locale text,
  display_name text not null,
  slug text not null,
  -- gmcfeed.txt, gmcfeed-fr.txt, gmcfeed-outlet.txt: fixed at creation, unique in the shop over active and inactive feeds.
  file_name text not null check (file_name ~ '^gmcfeed(-[A-Za-z0-9-]+)?\.txt$'),
  target_market text,
  target_country text not null check (target_country ~ '^[A-Z]{2}$'),
  product_selection_mode text not null default 'all' check (product_selection_mode in ('all', 'collection', 'manual')),
  selected_collection_id text,
  selected_collection_title text,
  active boolean not null default true,
  -- FeedSettings as the contract names them; a missing member has its default.
  settings jsonb not null default '{}',
  -- {feed column: source column | null}: only what differs from the defaults.
  mappings jsonb not null default '{}',
  extra_columns text[] not null default '{}',
  -- Grows with every change of the definition, so that a run or a scope says which one it saw.
  definition_version bigint not null default 1,
  -- The run whose files are served.
  live_run_id bigint,
  -- An automatic trigger came while a run was running: one more is started at its end.
  rerun_requested boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (shop_id, file_name)
);
create unique index feeds_primary on feeds (shop_id) where feed_type = 'primary';

create table rules (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  feed_id bigint not null references feeds on delete cascade,
  position integer not null check (position > 0),
  rule_type text not null,
  definition jsonb not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (feed_id, position) deferrable initially deferred
);

-- A source cell of one row, as one feed sees it (stage 1.25).
create table cells (
  feed_id bigint not null references feeds on delete cascade,
  shop_id bigint not null references shops on delete cascade,
  row_id bigint not null,
  source_column text not null,
  value text not null,
  updated_at timestamptz not null default now(),
  primary key (feed_id, row_id, source_column)
);

-- A feed column of one row, as every feed of the shop sees it; `excluded` holds 'true'.
create table product_overrides (
  shop_id bigint not null references shops on delete cascade,
  row_id bigint not null,
  feed_column text not null,
  value text not null,
  updated_at timestamptz not null default now(),
  primary key (shop_id, row_id, feed_column)
);
