-- Which change a version belongs to, what a change outside of definitions takes to be undone, and which changes have been undone. Rows of one
-- transaction have its number. The numbers start again when a database is moved to another server, so they are compared together with the time.
-- Changes from before have no number: they cannot be undone by themselves, only by going back to a version.
alter table audit_log add column made_in bigint, add column undone_in bigint;
alter table audit_log alter column made_in set default pg_current_xact_id()::text::bigint;

alter table feed_versions add column made_in bigint;
alter table feed_versions alter column made_in set default pg_current_xact_id()::text::bigint;

create table undo_steps (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  made_in bigint not null default pg_current_xact_id()::text::bigint,
  created_at timestamptz not null default now(),
  -- Null: forgotten. The row stays, so that nobody takes half a change back.
  step json,
  bytes bigint not null generated always as (coalesce(octet_length(step::text), 0)) stored
);
create index undo_steps_change on undo_steps (shop_id, made_in);
create index undo_steps_kept on undo_steps (shop_id, id desc) where step is not null;
create index feed_versions_change on feed_versions (shop_id, made_in);
