-- The key that stored secrets are sealed with, by an id that tells nothing about it: a process that was given another one stops before it
-- seals anything. Versions that don't know the table leave it alone.
create table secrets_key (
  only_row boolean primary key default true check (only_row),
  key_id text not null,
  recorded_at timestamptz not null default now()
);
