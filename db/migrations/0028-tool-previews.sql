-- What an agent was shown before a change. The token counts once, for the key, shop, tool, arguments and feed versions it was given for.
create table tool_previews (
  token_hash bytea primary key,
  shop_id bigint not null references shops on delete cascade,
  key_id bigint not null references api_keys on delete cascade,
  tool text not null,
  arguments_hash bytea not null,
  -- By feed id: the version the preview saw.
  versions jsonb not null,
  expires_at timestamptz not null default now() + interval '10 minutes',
  -- The entry of the change it was used for.
  audit_id bigint,
  -- Until then a repeat is told what became of it.
  remembered_until timestamptz not null default now() + interval '1 hour'
);
create index tool_previews_shop on tool_previews (shop_id);
create index tool_previews_key on tool_previews (key_id);
create index tool_previews_remembered on tool_previews (remembered_until);
