-- Feedwright as an app of Shopify: what merchants granted, installs under way, and charges.

-- The platform's own id of the shop, which stays when its domain changes.
alter table shops add column platform_id text;
create index shops_platform_id on shops (platform_id) where platform_id is not null;
-- When the subscription was last read from the platform.
alter table shops add column subscription_checked_at timestamptz;

create table shopify_grants (
  shop_id bigint primary key references shops on delete cascade,
  -- Sealed JSON.
  grant_sealed text not null,
  -- Grows with every grant that is stored, so that of several processes one renews it.
  grant_version int not null default 1,
  renewing_until timestamptz,
  scopes text[] not null,
  -- Shopify no longer accepts the grant. The merchant gives another one by opening the app.
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- States of installs that came back from Shopify, so that each works once. A state itself is signed and only in the browser: beginning an install
-- stores nothing, so strangers can't fill this table.
create table shopify_used_states (
  state_hash text primary key,
  shop_domain text not null,
  expires_at timestamptz not null
);
create index shopify_used_states_expiry on shopify_used_states (expires_at);

-- Charges that were asked for: which plan each is for. What Shopify says about them decides.
create table shopify_charges (
  -- gid://shopify/AppSubscription/…
  id text primary key,
  shop_id bigint not null references shops on delete cascade,
  plan text not null references plans (code_name),
  status text not null,
  is_test boolean not null,
  discount_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index shopify_charges_shop on shopify_charges (shop_id);
