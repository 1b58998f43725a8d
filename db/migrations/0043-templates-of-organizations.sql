-- Configuration documents that an organization applies to many shops, with values of each shop.

create table org_templates (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (id) on delete cascade,
  name text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index org_templates_name on org_templates (organization_id, lower(name));

create table org_template_versions (
  template_id bigint not null references org_templates (id) on delete cascade,
  version integer not null,
  organization_id bigint not null references organizations (id) on delete cascade,
  -- As it was written: the order of members is the author's.
  document json not null,
  placeholders json not null,
  created_by jsonb not null,
  created_at timestamptz not null default now(),
  primary key (template_id, version)
);
create index org_template_versions_organization on org_template_versions (organization_id);

create table org_template_shops (
  template_id bigint not null references org_templates (id) on delete cascade,
  feed_id bigint not null references feeds (id) on delete cascade,
  organization_id bigint not null references organizations (id) on delete cascade,
  shop_id bigint not null references shops (id) on delete cascade,
  "values" jsonb not null,
  primary key (template_id, feed_id)
);
create index org_template_shops_organization on org_template_shops (organization_id);
create index org_template_shops_shop on org_template_shops (shop_id);
create index org_template_shops_feed on org_template_shops (feed_id);
