-- The storefront_config that an extract brings with it, such as a newer product export. It becomes the shop's own when the extract completes; if the
-- extract fails or is cancelled, the shop keeps the one it had.
alter table extracts add column storefront_config jsonb;

-- Where the processes that serve the API are reached, so that commands beside them print the real addresses. Each process renews its row.
create table service_addresses (
  id text primary key,
  public_url text not null,
  files_url text not null,
  host text not null,
  pid integer not null,
  process_start text not null,
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now()
);
