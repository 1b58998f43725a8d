-- While a backup copies objects, nothing that the dump of its database names may go. A hold that isn't renewed ends by itself.
create table backup_holds (
  id text primary key,
  held_until timestamptz not null
);

-- What was to be removed meanwhile: housekeeping removes it once no backup holds it.
create table held_removals (
  prefix text primary key check (prefix like '%/'),
  asked_at timestamptz not null default now()
);
