-- Grows with every claim, so that a worker that stalled past its lease changes nothing of what another one has taken.
alter table channel_connections add column claims int not null default 0;
alter table datafeeds add column claims int not null default 0;
-- What the platform was given, besides the URL; null: not known.
alter table datafeeds add column given jsonb;
-- The platform's id of the reading that was last asked for, where it named one, and when it did.
alter table datafeeds add column fetch_run text;
alter table datafeeds add column fetch_run_at timestamptz;
