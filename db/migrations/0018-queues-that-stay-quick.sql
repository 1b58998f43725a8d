-- Queues that are always quick, whatever PostgreSQL believes of them.

-- The tables of events and deliveries change a thousand times a second, and their upkeep must not be felt: every minute it took a
-- processor for the better part of a second, and deliveries waited. It takes its time instead: at most 500 dirtied pages a second,
-- which is half a minute of every minute at four thousand deliveries a second.
alter table webhook_deliveries set (autovacuum_vacuum_cost_delay = 10, autovacuum_vacuum_cost_limit = 100);
alter table events set (autovacuum_vacuum_cost_delay = 10, autovacuum_vacuum_cost_limit = 100);

-- Statistics come from 300 rows for each unit of the largest target; of columns that no query compares there are none.
alter table events alter column id set statistics 10, alter column shop_id set statistics 10, alter column name set statistics 0,
  alter column body set statistics 0, alter column created_at set statistics 10;
alter table webhook_deliveries
  alter column id set statistics 10, alter column shop_id set statistics 10, alter column webhook_id set statistics 10,
  alter column event_id set statistics 10, alter column event set statistics 10, alter column status set statistics 10,
  alter column due_at set statistics 10, alter column claims set statistics 0, alter column claimed_until set statistics 10,
  alter column attempt_count set statistics 0, alter column attempts set statistics 0, alter column response_status set statistics 0,
  alter column response_time_ms set statistics 0, alter column error_message set statistics 0,
  alter column delivered_at set statistics 0, alter column created_at set statistics 10;

-- Whether something is due is asked all the time, by whom nothing is known yet. Statistics of a queue are of another moment, and a full one
-- has just been emptied: the answer comes from the index all the same, and from one entry after another, which marks those that are gone.
-- That attempts are not negative says nothing; it keeps every other query from an index that would make it read all that waits.
drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'pending' and attempt_count >= 0;
create function deliveries_wait(at timestamptz) returns boolean language sql stable set enable_seqscan = off set enable_bitmapscan = off as $$
  select exists (
    select from webhook_deliveries
    where status = 'pending' and attempt_count >= 0 and due_at <= at and (claimed_until is null or claimed_until <= now())
  );
$$;
