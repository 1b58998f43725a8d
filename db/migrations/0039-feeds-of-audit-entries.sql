-- The feed that a change was about, so that the log can be read by feed without looking into every entry. Null: no feed's path was named. What
-- else a change did to feeds is in their versions, which have its transaction.
alter table audit_log add column feed_id bigint;

update audit_log set feed_id = named.feed_id::bigint
from (
  select id, substring(
    coalesce(
      facts->'path'->>'feed_id',
      case when split_part(facts->>'operation', '.', 1) in ('feeds', 'runs', 'cells', 'tests', 'config', 'columns', 'settings', 'rules')
        then facts->'path'->>'id' end
    ) from '^(?:feed_)?([1-9][0-9]{0,15})$') as feed_id
  from audit_log
  where facts->'path' ?| array['id', 'feed_id']
) named
where named.id = audit_log.id and named.feed_id is not null;
