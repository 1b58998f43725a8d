-- Members of organizations, numbers of invitations, and the table of plans.

create table organization_members (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default now()
);
create unique index organization_members_email on organization_members (organization_id, lower(email));

-- What an organization calls a connection until it is active and has the shop's own number. It is drawn from the numbers of
-- shops, so it never is the number of one; and it is drawn for every invitation, so it tells nothing of whether there is a shop.
alter table organization_connections
  add column invitation_number bigint not null default nextval(pg_get_serial_sequence('shops', 'id'));
create unique index organization_connections_number on organization_connections (invitation_number);
-- Invitations are found by the shop's domain: a shop that is installed later finds those that were waiting.
create index organization_connections_invited on organization_connections (lower(domain));

-- An operator may change every figure; the codes are what shops and clients know.
create table plans (
  id integer primary key,
  code_name text not null unique,
  name text not null,
  description text not null,
  -- In units of the currency, for a month.
  price text not null check (price ~ '^[0-9]{1,9}[.][0-9]{1,2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  skus_min integer not null check (skus_min >= 0),
  -- Rows a feed may have; null for any number.
  skus_max integer check (skus_max >= skus_min),
  -- Scheduled full extracts a day.
  daily_export_count integer not null check (daily_export_count between 0 and 1440),
  additional_feeds boolean not null,
  recommended boolean not null default false,
  is_free boolean not null default false
);
insert into plans (id, code_name, name, description, price, currency, skus_min, skus_max, daily_export_count, additional_feeds, recommended, is_free) values
  (1, 'free', 'Free', 'For trying it out.', '0.0', 'USD', 0, 25, 1, false, false, true),
  (2, 'starter', 'Starter', 'For a small catalog in one feed.', '9.99', 'USD', 26, 1000, 4, false, false, false),
  (3, 'growth', 'Growth', 'For a growing catalog, in several languages and markets.', '29.99', 'USD', 1001, 10000, 8, true, true, false),
  (4, 'premium', 'Premium', 'For a large catalog, in several languages and markets.', '99.99', 'USD', 10001, null, 24, true, false, false);
alter table shops add constraint shops_plan foreign key (subscription_plan) references plans (code_name);
-- When the present subscription began; null without one.
alter table shops add column subscribed_at timestamptz;
