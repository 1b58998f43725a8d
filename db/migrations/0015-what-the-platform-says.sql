-- What the platform said of a shop when it was looked at last. Null: it has not said, or has nothing to say (an export).

-- Access scopes of the shop's token; whoever may write may read, too.
alter table shops add column access_scopes text[];
-- [{"handle": …, "country": two letters, or null of a market of several countries}, …]
alter table shops add column markets jsonb;
