-- Which products a feed in manual mode takes: platform product ids, as they were written, each once. One row a feed, because a
-- selection is written and read as a whole; a feed without a row selects nothing.
create table feed_selections (
  feed_id bigint primary key references feeds on delete cascade,
  shop_id bigint not null references shops on delete cascade,
  product_ids bigint[] not null check (cardinality(product_ids) <= 100000),
  updated_at timestamptz not null default now()
);
