-- Every change of a feed's definition leaves a version, and any version can be restored.

-- Cells that chosen rows must have: a run whose rows differ is held.
alter table feeds add column tests json not null default '[]';

-- A state that a rule has had. However many versions hold it, it is one row; the rule itself may be gone.
create table rule_states (
  id bigint generated always as identity primary key,
  shop_id bigint not null references shops on delete cascade,
  feed_id bigint not null references feeds on delete cascade,
  rule_id bigint not null,
  active boolean not null,
  definition json not null,
  -- SHA-256 of the two.
  digest bytea not null,
  unique (rule_id, digest)
);
create index rule_states_feed on rule_states (feed_id);

create table feed_versions (
  feed_id bigint not null references feeds on delete cascade,
  -- The feed's definition_version behind the change. Numbers may be missing: a lookup table that changes makes no version.
  version bigint not null,
  shop_id bigint not null references shops on delete cascade,
  -- What the change was, as a sentence.
  summary text not null,
  -- Who made it, as in the audit log.
  created_by jsonb not null,
  settings jsonb not null,
  mappings jsonb not null,
  extra_columns text[] not null,
  tests json not null,
  -- The states of its rules, in order of position.
  rules bigint[] not null,
  created_at timestamptz not null default now(),
  primary key (feed_id, version)
);

-- Cells are many, and a change touches few: each version keeps what it changed, and an older state is found by undoing.
create table cell_changes (
  feed_id bigint not null references feeds on delete cascade,
  version bigint not null,
  shop_id bigint not null references shops on delete cascade,
  row_id bigint not null,
  source_column text not null,
  before text,
  after text,
  primary key (feed_id, version, row_id, source_column)
);

insert into rule_states (shop_id, feed_id, rule_id, active, definition, digest)
select shop_id, feed_id, id, active, definition, sha256(convert_to(active::text || definition::text, 'UTF8')) from rules;

insert into feed_versions (feed_id, version, shop_id, summary, created_by, settings, mappings, extra_columns, tests, rules)
select feeds.id, definition_version, shop_id, 'The feed as it was when versions began to be kept.', '{"kind": "system"}', settings, mappings, extra_columns, tests,
  coalesce((select array_agg(rule_states.id order by rules.position) from rules join rule_states on rule_states.rule_id = rules.id where rules.feed_id = feeds.id), '{}')
from feeds;
