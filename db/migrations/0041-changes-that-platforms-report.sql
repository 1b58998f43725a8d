-- What platforms report as changed, until a delta has read it again, and what they have delivered already.

create sequence catalog_mark_numbers;

-- One row for each thing that has changed, however often it was reported. `seq` is new with every report: whoever reads the thing again removes the
-- row only if the number is the one it saw, so a report that arrives meanwhile isn't lost.
create table catalog_marks (
  shop_id bigint not null references shops (id) on delete cascade,
  -- `shop`: what all products have in common, such as markets and languages; its subject is 0.
  kind text not null check (kind in ('product', 'variant', 'inventory_item', 'collection', 'shop')),
  subject_id bigint not null,
  seq bigint not null default nextval('catalog_mark_numbers'),
  -- The newest time that the platform named.
  triggered_at timestamptz not null,
  -- The first report since it was last read.
  marked_at timestamptz not null default clock_timestamp(),
  primary key (shop_id, kind, subject_id)
);
create index catalog_marks_seq on catalog_marks (shop_id, seq);

-- When a shop's marks began to wait, and when the last one came; null: none waits.
create table delta_queues (
  shop_id bigint primary key references shops (id) on delete cascade,
  first_marked_at timestamptz,
  last_marked_at timestamptz,
  -- After a delta that failed.
  not_before timestamptz not null default '-infinity',
  failures int not null default 0
) with (fillfactor = 50);
create index delta_queues_waiting on delta_queues (first_marked_at) where first_marked_at is not null;

-- A shop has one delta at a time, whatever full extract is under way.
create unique index extracts_delta_in_progress on extracts (shop_id) where type = 'delta' and status in ('pending', 'running');
-- Marks up to this number were there when a full extract began, so it has read them.
alter table extracts add column marks_through bigint;
-- What a scheduled extract found that deltas should have brought; null: it wasn't compared.
alter table extracts add column reconciliation jsonb;

-- When the next run after a delta may begin; null: no delta waits to be published.
alter table feeds add column delta_due_at timestamptz;
create index feeds_delta_due on feeds (delta_due_at) where delta_due_at is not null;

-- Deliveries of the platform that have been taken. A delivery is repeated under the same id.
create table platform_deliveries (
  webhook_id text primary key check (length(webhook_id) <= 200),
  received_at timestamptz not null default now()
);
create index platform_deliveries_received on platform_deliveries (received_at);

-- When the shop's webhook subscriptions were last compared with what they should be; null: not since the app was installed.
alter table shops add column subscriptions_checked_at timestamptz;
