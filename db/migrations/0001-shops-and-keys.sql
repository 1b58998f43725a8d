-- Shops, the organizations connected to them, and the keys of both.

create table shops (
  id bigint generated always as identity primary key,
  domain text not null,
  name text not null,
  storefront text not null check (storefront in ('csv', 'shopify')),
  -- What the storefront needs to extract: for csv {"object": key, "file_name": …}. Secrets are sealed inside.
  storefront_config jsonb not null default '{}',
  subscription_plan text not null default 'premium' check (subscription_plan in ('free', 'starter', 'growth', 'premium')),
  subscription_status text not null default 'none' check (subscription_status in ('active', 'frozen', 'legacy', 'none')),
  primary_locale text not null default 'en',
  languages text[] not null default '{en}',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  country text not null check (country ~ '^[A-Z]{2}$'),
  time_zone text not null default 'UTC',
  feed_token text not null unique check (feed_token ~ '^[a-z0-9]{20,64}$'),
  -- Served until feed_token_previous_until.
  feed_token_previous text unique,
  feed_token_previous_until timestamptz,
  onboarding_complete boolean not null default false,
  -- Extract whose snapshot everything reads.
  live_extract_id bigint,
  uninstalled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index shops_domain on shops (lower(domain)) where uninstalled_at is null;

create table organizations (
  id bigint generated always as identity primary key,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table organization_connections (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  -- Null until a shop of that domain is installed here.
  shop_id bigint references shops on delete cascade,
  domain text not null,
  client_label text,
  status text not null check (status in ('pending', 'active', 'declined')),
  invited_at timestamptz not null default now(),
  connected_at timestamptz
);
create unique index organization_connections_domain on organization_connections (organization_id, lower(domain));
create index organization_connections_shop on organization_connections (shop_id) where status = 'active';

create table api_keys (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('merchant', 'admin', 'organization')),
  shop_id bigint references shops on delete cascade,
  organization_id bigint references organizations on delete cascade,
  name text not null,
  -- SHA-256 of the whole key; the key itself is never stored.
  key_hash bytea not null unique check (length(key_hash) = 32),
  key_prefix text not null check (length(key_prefix) = 16),
  grants text[] not null,
  request_count bigint not null default 0,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  check ((kind = 'merchant') = (shop_id is not null)),
  check ((kind = 'organization') = (organization_id is not null))
);
create index api_keys_shop on api_keys (shop_id) where kind = 'merchant';
create index api_keys_organization on api_keys (organization_id) where kind = 'organization';

create table audit_log (
  id bigint generated always as identity primary key,
  shop_id bigint references shops on delete cascade,
  action text not null,
  -- {"kind": "key", "key_id": 3, …} | {"kind": "command_line"} | {"kind": "system"}
  actor jsonb not null,
  -- What the request named and what it answered, without secrets.
  facts jsonb not null,
  request_id text not null,
  created_at timestamptz not null default now()
);
create index audit_log_shop on audit_log (shop_id, id desc);
