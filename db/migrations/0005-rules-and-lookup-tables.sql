-- Tables of keys and values that rules and mappings look up, one a name and shop.
create table lookup_tables (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  name text not null check (name ~ '^[A-Za-z][A-Za-z0-9_-]{0,99}$'),
  -- The first is the key.
  columns text[] not null check (cardinality(columns) between 1 and 50),
  row_count integer not null,
  size_bytes bigint not null,
  -- Prefix of the version that is read, and of the one before it, which a run may still be reading; they end in '/'.
  object_prefix text not null,
  previous_prefix text,
  -- [{"key": …, "count": …}]: what the last run looked up without finding it; null until a run has.
  unmatched_keys jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index lookup_tables_name on lookup_tables (shop_id, lower(name));

-- Numbers versions over all tables, so that a name that is removed and made again never writes below an old key.
create sequence lookup_versions;

-- Names of the tables a rule looks up, and those a feed's mappings look up.
alter table rules add column lookups text[] not null default '{}';
alter table feeds add column mapping_lookups text[] not null default '{}';

-- A definition keeps the order of its members, as people wrote them.
alter table rules alter column definition type json using definition::json;

-- What a rule asks for, so that a feed's bounds are a sum: its conditions, and its functions over the whole feed.
alter table rules add column conditions integer not null default 0;
alter table rules add column feedwide integer not null default 0;
