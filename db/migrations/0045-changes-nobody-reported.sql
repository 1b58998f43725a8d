-- Changes of Shopify shops that no delivery told of, exports that extracts of other processes wait for, and tokens that don't expire.

-- Up to when a shop's changed products were looked for, and when that is due again. A claim moves `due_at`, so a process that dies delays one look.
create table change_looks (
  shop_id bigint primary key references shops (id) on delete cascade,
  -- By the platform's clock; null: never yet.
  looked_through timestamptz,
  due_at timestamptz not null
);
create index change_looks_due on change_looks (due_at);

-- Which state of a product a delta has read last: a product that hasn't changed since isn't read again.
create table product_readings (
  shop_id bigint not null references shops (id) on delete cascade,
  product_id bigint not null,
  -- By the platform's clock, as it said when the product was read.
  changed_at timestamptz not null,
  -- By ours.
  read_at timestamptz not null default clock_timestamp(),
  primary key (shop_id, product_id)
);

-- The last time that a platform said an export of the shop had ended. Every process looks here while its extracts wait for one.
create table export_bells (
  shop_id bigint primary key references shops (id) on delete cascade,
  rung_at timestamptz not null
);

-- When a grant was last looked at for a token that doesn't expire, to be exchanged for one that does; null: not since it was stored.
alter table shopify_grants add column exchange_looked_at timestamptz;
