-- Which metafields a shop takes, and extracts that nobody had to ask for.

-- [{"level": …, "namespace": …, "key": …}, …] in the order that names their columns; null: nobody has said, so all are taken.
alter table shops add column metafields json;

-- Of a scheduled extract: when its turn began. A shop has one extract a turn, however many workers look.
alter table extracts add column scheduled_for timestamptz;
create unique index extracts_scheduled on extracts (shop_id, scheduled_for) where scheduled_for is not null;
-- When a shop was extracted last, whatever stands between.
create index extracts_full on extracts (shop_id, id desc) where type = 'full';
