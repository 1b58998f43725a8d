-- Streams of a shop's events, which lose none and repeat none.

-- The transaction that made an event. Ids are given before a transaction commits, so an event may become visible after one with a greater id. A
-- reader therefore goes by transactions, and reads only those below the oldest one still running: nothing can appear there any more. Events from
-- before this migration have none, and aren't streamed.
alter table events add column tx xid8;
alter table events alter column tx set default pg_current_xact_id();
-- The organization that an event names. Other organizations don't see it.
alter table events add column organization_id bigint;
alter table events alter column tx set statistics 10, alter column organization_id set statistics 0;
drop index events_shop;
create index events_shop on events (shop_id, tx, id);

-- How far a run has come, for those who watch it.
alter table runs add column progress integer check (progress between 0 and 100);
alter table runs add column stage text check (stage in ('transforming', 'writing', 'publishing'));
