-- Which rule gave each reason of a feed's scope. The feed's own reasons have none; null as a value: several rules gave it, or the feed did too.
-- Scopes from before this migration don't know.
alter table feed_scopes add column reason_rules jsonb;
