-- Scopes are computed in the background, and runs keep what the feed's tests said of them.

-- The lease of a feed's scope. That a scope is stale can be seen from the feed, its shop and feed_scopes; this row tells who
-- computes it, and when it may be tried again. A feed nobody ever computed a scope for in the background has none.
create table scope_claims (
  feed_id bigint primary key references feeds on delete cascade,
  shop_id bigint not null references shops on delete cascade,
  -- What the feed was defined as, and read, when it was claimed last: any other may be claimed at once.
  definition_version bigint not null,
  extract_id bigint not null,
  -- Grows with each claim.
  attempt bigint not null default 1,
  -- Claims of this version and snapshot that have not come to an end.
  tries integer not null default 1,
  -- Null: nobody works on it.
  beat_at timestamptz,
  claimed_by text,
  not_before timestamptz not null default now()
);
create index scope_claims_working on scope_claims (shop_id) where beat_at is not null;

-- {"digest": of the tests, "passed", "failed", "missing", "results": […]}; null where the feed had no tests.
alter table runs add column test_results jsonb;
