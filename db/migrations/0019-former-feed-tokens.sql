-- Tokens of feed URLs that two changes within a week left behind: each is served for its own seven days. The one before the last change is the
-- shop's own column, which processes of before this migration read too.
create table former_feed_tokens (
  token text primary key,
  shop_id bigint not null references shops on delete cascade,
  served_until timestamptz not null
);
create index former_feed_tokens_shop on former_feed_tokens (shop_id);
