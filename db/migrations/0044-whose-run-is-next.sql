-- Whose run is next is read from an index, however many shops and runs wait.

-- A row for each shop that ever had a run. `waiting`: it may have runs that no worker has. A claim that finds none clears it, holding the row's
-- lock, which a transaction that queues a run also holds until it commits. `served_at`: when its last run was claimed.
create table run_turns (
  shop_id bigint primary key references shops (id) on delete cascade,
  waiting boolean not null default true,
  served_at timestamptz not null default '-infinity'
);
create index run_turns_waiting on run_turns (served_at, shop_id) where waiting;

create function note_waiting_run() returns trigger language plpgsql as $$
begin
  -- A row that says so already is locked all the same.
  insert into run_turns (shop_id) values (new.shop_id)
  on conflict (shop_id) do update set waiting = true where not run_turns.waiting;
  return null;
end
$$;
create trigger note_new_run after insert on runs
  for each row when (new.status = 'running' and new.beat_at is null) execute function note_waiting_run();
create trigger note_released_run after update of beat_at on runs
  for each row when (new.status = 'running' and new.beat_at is null and old.beat_at is not null) execute function note_waiting_run();
insert into run_turns (shop_id) select distinct shop_id from runs where status = 'running';

-- Attempts that a stopping worker gave back: those don't count against the work.
alter table runs add column handed_back integer not null default 0;
alter table extracts add column handed_back integer not null default 0;

-- What workers have at the moment, of each shop or organization. Brief: these tables have a row for each registration, or a short history.
create index datafeeds_leased on datafeeds (leased_until) where leased_until is not null;
create index sync_logs_leased on sync_logs (leased_until) where leased_until is not null;
create index item_readings_leased on item_readings (leased_until) where leased_until is not null;
create index fleet_changes_leased on fleet_changes (leased_until) where leased_until is not null;

-- Of the object that says what was sent, so that an older version doesn't misread a newer one's.
alter table channel_pushes add column sent_format integer not null default 1;
