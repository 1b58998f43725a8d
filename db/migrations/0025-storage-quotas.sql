-- What a shop keeps, in bytes, by kind. A statement that stores or removes something adds its own change as a row, so that nobody waits for
-- anybody; housekeeping adds the changes up, and counts everything again once a day.
alter table shops
  -- Null: STORAGE_QUOTA_PER_SHOP. 0: none.
  add column storage_quota_bytes bigint check (storage_quota_bytes >= 0),
  add column storage_counted_at timestamptz;
create index shops_storage_counted on shops (storage_counted_at nulls first);

create table storage_usage (
  shop_id bigint not null references shops (id) on delete cascade,
  kind text not null check (kind in ('versions', 'lookup_tables', 'stored_answers', 'snapshots', 'runs', 'exports')),
  bytes bigint not null default 0,
  -- How many changes have been added up. A recount takes a while, and this tells it whether anything changed in the meantime.
  changes bigint not null default 0,
  primary key (shop_id, kind)
);

create table storage_changes (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops (id) on delete cascade,
  kind text not null,
  bytes bigint not null,
  made_in xid8 not null default pg_current_xact_id()
);
create index storage_changes_shop on storage_changes (shop_id);

create function storage_used(asked bigint) returns bigint language sql stable as $$
  select (
    coalesce((select sum(bytes) from storage_usage where shop_id = asked), 0)
    + coalesce((select sum(bytes) from storage_changes where shop_id = asked), 0)
  )::bigint
$$;

-- Of rows with `shop_id` and `bytes`. Rows that go with their shop leave nothing to count.
create function count_storage() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into storage_changes (shop_id, kind, bytes)
    select come.shop_id, tg_argv[0], sum(come.bytes) from come join shops on shops.id = come.shop_id group by come.shop_id;
  elsif tg_op = 'DELETE' then
    insert into storage_changes (shop_id, kind, bytes)
    select gone.shop_id, tg_argv[0], -sum(gone.bytes) from gone join shops on shops.id = gone.shop_id group by gone.shop_id;
  else
    insert into storage_changes (shop_id, kind, bytes)
    select changed.shop_id, tg_argv[0], sum(changed.bytes)
    from (select shop_id, -bytes as bytes from gone union all select shop_id, bytes from come) changed
    join shops on shops.id = changed.shop_id
    group by changed.shop_id having sum(changed.bytes) <> 0;
  end if;
  return null;
end $$;

-- What was sealed was base64 twice; now it is bytes, and PostgreSQL need not try to make them smaller.
alter table idempotent_answers alter column sealed type bytea using convert_to(sealed, 'UTF8');
alter table idempotent_answers alter column sealed set storage external;
alter table idempotent_answers add column bytes bigint not null generated always as (octet_length(sealed) + 72) stored;

alter table feed_versions
  add column bytes bigint not null generated always as (
    octet_length(summary) + octet_length(created_by::text) + octet_length(settings::text) + octet_length(mappings::text)
    + octet_length(tests::text) + 8 * cardinality(rules)) stored,
  -- With the rule states and changes of cells that came with it: what keeping it takes. Unknown of older versions.
  add column kept_bytes bigint;
alter table rule_states add column bytes bigint not null generated always as (octet_length(definition::text) + 32) stored;
alter table cell_changes
  add column bytes bigint not null generated always as (
    octet_length(source_column) + coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0) + 32) stored;

-- The version before is kept until the next one.
alter table lookup_tables add column previous_bytes bigint not null default 0;
alter table lookup_tables add column bytes bigint not null generated always as (size_bytes + previous_bytes) stored;

insert into storage_usage (shop_id, kind, bytes)
select shop_id, kind, sum(bytes) from (
  select shop_id, 'versions' as kind, bytes from feed_versions
  union all select shop_id, 'versions', bytes from rule_states
  union all select shop_id, 'versions', bytes from cell_changes
  union all select shop_id, 'lookup_tables', bytes from lookup_tables
  union all select shop_id, 'stored_answers', bytes from idempotent_answers where shop_id is not null
) kept group by shop_id, kind;

create trigger storage_come after insert on feed_versions referencing new table as come
  for each statement execute function count_storage('versions');
create trigger storage_gone after delete on feed_versions referencing old table as gone
  for each statement execute function count_storage('versions');
create trigger storage_come after insert on rule_states referencing new table as come
  for each statement execute function count_storage('versions');
create trigger storage_gone after delete on rule_states referencing old table as gone
  for each statement execute function count_storage('versions');
create trigger storage_come after insert on cell_changes referencing new table as come
  for each statement execute function count_storage('versions');
create trigger storage_changed after update on cell_changes referencing old table as gone new table as come
  for each statement execute function count_storage('versions');
create trigger storage_gone after delete on cell_changes referencing old table as gone
  for each statement execute function count_storage('versions');
create trigger storage_come after insert on lookup_tables referencing new table as come
  for each statement execute function count_storage('lookup_tables');
create trigger storage_changed after update on lookup_tables referencing old table as gone new table as come
  for each statement execute function count_storage('lookup_tables');
create trigger storage_gone after delete on lookup_tables referencing old table as gone
  for each statement execute function count_storage('lookup_tables');
create trigger storage_come after insert on idempotent_answers referencing new table as come
  for each statement execute function count_storage('stored_answers');
create trigger storage_changed after update on idempotent_answers referencing old table as gone new table as come
  for each statement execute function count_storage('stored_answers');
create trigger storage_gone after delete on idempotent_answers referencing old table as gone
  for each statement execute function count_storage('stored_answers');
