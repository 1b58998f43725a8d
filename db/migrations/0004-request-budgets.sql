-- What a platform still lets us ask for a shop, shared by every process: points that come back at `restore_rate` a second, up to
-- `maximum`. `available` is as of `measured_at`.
create table request_budgets (
  shop_id bigint primary key references shops on delete cascade,
  available double precision not null,
  maximum double precision not null check (maximum > 0),
  restore_rate double precision not null check (restore_rate > 0),
  measured_at timestamptz not null default now()
);
