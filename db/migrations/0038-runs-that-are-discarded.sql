-- Held runs that a person has decided against, and who fetches a feed's files.

-- A discarded run isn't published any more, unless someone restores it first.
alter table runs drop constraint runs_publication_check;
alter table runs add constraint runs_publication_check check (publication in ('live', 'held', 'superseded', 'discarded', 'none')) not valid;
alter table runs validate constraint runs_publication_check;

-- The last fetch of each feed file: the canonical one ('') or a channel's, by its slug. No addresses, and at most one write a minute for each file.
create table file_fetches (
  feed_id bigint not null references feeds (id) on delete cascade,
  channel text not null,
  shop_id bigint not null references shops (id) on delete cascade,
  fetched_at timestamptz not null,
  agent_class text not null check (agent_class in ('google', 'meta', 'microsoft', 'pinterest', 'tiktok', 'amazon', 'browser', 'tool', 'other')),
  user_agent text check (length(user_agent) <= 200),
  primary key (feed_id, channel)
);
create index file_fetches_shop on file_fetches (shop_id);
