-- Changes that an organization makes in many shops, stage by stage.

create table fleet_changes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (id) on delete cascade,
  -- Workers act with this key's scopes, and only as long as it isn't revoked.
  key_id bigint not null references api_keys (id) on delete cascade,
  created_by jsonb not null,
  status text not null default 'previewing' check (
    status in ('previewing', 'ready', 'rolling', 'stopped', 'completed', 'cancelled', 'undoing', 'undone')
  ),
  action jsonb not null,
  -- Shops in each stage, in order.
  stages integer[] not null,
  -- What stops it: a run that is held, anything that fails.
  stop_on text[] not null,
  stopped_reason text,
  work_due_at timestamptz default now(),
  leased_until timestamptz,
  claims bigint not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create index fleet_changes_organization on fleet_changes (organization_id, id desc);
create index fleet_changes_due on fleet_changes (work_due_at) where work_due_at is not null;
create index fleet_changes_key on fleet_changes (key_id);

-- One feed of a shop, or a shop as a whole. The row is where a change of a shop is made exactly once: its status changes in the change's transaction.
create table fleet_change_targets (
  id bigint generated always as identity primary key,
  change_id bigint not null references fleet_changes (id) on delete cascade,
  organization_id bigint not null references organizations (id) on delete cascade,
  shop_id bigint not null references shops (id) on delete cascade,
  feed_id bigint references feeds (id) on delete cascade,
  stage integer not null check (stage > 0),
  status text not null default 'waiting' check (
    status in ('waiting', 'applied', 'done', 'held', 'failed', 'skipped', 'undone', 'not_undone')
  ),
  -- The document with the shop's values, where each shop has its own.
  document text,
  preview jsonb,
  reason text,
  -- A person has seen that it is held or failed, and the rollout goes on.
  accepted boolean not null default false,
  retries integer not null default 0,
  retry_at timestamptz,
  audit_id bigint,
  undo_audit_id bigint,
  -- What a run must have read, or be, to show the change.
  definition_version bigint,
  run_id bigint,
  extract_id bigint,
  applied_at timestamptz,
  ended_at timestamptz,
  unique nulls not distinct (change_id, shop_id, feed_id)
);
create index fleet_change_targets_shop on fleet_change_targets (shop_id);
create index fleet_change_targets_feed on fleet_change_targets (feed_id) where feed_id is not null;
create index fleet_change_targets_organization on fleet_change_targets (organization_id);
