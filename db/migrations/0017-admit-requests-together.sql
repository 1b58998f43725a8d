-- As `admit_caller` of 0010, for any number of requests of one key that come at the same moment: they are counted together, and
-- `requests` is how many there are in the window with the last of them. The function of 0010 becomes one request of these, for
-- processes of the version before.
create function admit_callers(given_hash bytea, asked_shop bigint, window_seconds integer, coming integer)
returns table (
  id bigint, kind text, name text, grants text[], organization_id bigint, shop_id bigint, shop_uninstalled boolean,
  requests integer, seconds_left integer
) language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with k as (
      -- A merchant key that an organization made acts for that organization.
      select k.id, k.kind, k.name, k.grants, k.shop_id, coalesce(k.organization_id, k.created_by_organization_id) as organization_id
      from api_keys k where k.key_hash = given_hash and k.revoked_at is null
    ), w as (
      insert into key_windows as w (key_id, requests, uncounted) select k.id, coming, coming from k
      on conflict (key_id) do update set
        -- The first request after a window has ended begins the next.
        started_at = case when w.started_at <= now() - make_interval(secs => window_seconds) then now() else w.started_at end,
        requests = case when w.started_at <= now() - make_interval(secs => window_seconds) then coming else w.requests + coming end,
        uncounted = w.uncounted + coming,
        last_at = now()
      returning w.started_at, w.requests
    )
    select k.id, k.kind, k.name, k.grants, k.organization_id, s.id, s.uninstalled_at is not null, w.requests,
      -- Whoever waited for the row's lock may be older than its window.
      least(window_seconds, greatest(1, ceil(extract(epoch from w.started_at - now()) + window_seconds)))::int
    from k cross join w
    left join shops s on s.id = case k.kind
      when 'merchant' then k.shop_id
      when 'organization' then (
        select c.shop_id from organization_connections c
        where c.organization_id = k.organization_id and c.shop_id = asked_shop and c.status = 'active'
        limit 1
      )
    end;
end $$;

create or replace function admit_caller(given_hash bytea, asked_shop bigint, window_seconds integer)
returns table (
  id bigint, kind text, name text, grants text[], organization_id bigint, shop_id bigint, shop_uninstalled boolean,
  requests integer, seconds_left integer
) language sql as $$ select * from admit_callers(given_hash, asked_shop, window_seconds, 1) $$;
