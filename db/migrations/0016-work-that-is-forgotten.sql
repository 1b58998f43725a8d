-- What scopes were counted with, and what removing old runs and extracts needs to be quick.

-- Rows the shop's plan allowed when the counts were made; null: any number. Plans are rows that an operator may edit, and a scope whose
-- plan allows another number by now is out of date.
alter table feed_scopes add column allowance integer;

-- PostgreSQL looks for rows that refer to one that goes.
create index runs_extract on runs (extract_id);
create index runs_for_extract on runs (for_extract_id) where for_extract_id is not null;
create index feeds_live_run on feeds (live_run_id) where live_run_id is not null;
create index shops_live_extract on shops (live_extract_id) where live_extract_id is not null;
create index feed_scopes_extract on feed_scopes (extract_id);
