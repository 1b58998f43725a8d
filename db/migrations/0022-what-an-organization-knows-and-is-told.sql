-- Whose key made the secret that a webhook signs with, and so knows it; null: the merchant's. Of webhooks of before, whoever they belong to.
-- `organization_id` stays: whose address it is.
alter table webhooks add column secret_organization_id bigint references organizations on delete set null;
update webhooks set secret_organization_id = organization_id where organization_id is not null;
create index webhooks_secret_organization on webhooks (secret_organization_id) where secret_organization_id is not null;

-- As of 0017; besides, a connected shop also answers to the number that its invitation was told of before anyone knew the shop's own.
create or replace function admit_callers(given_hash bytea, asked_shop bigint, window_seconds integer, coming integer)
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
      -- A shop and an invitation never have the same number. Each is looked up by an index, the second only where the first finds none.
      when 'organization' then coalesce(
        (
          select c.shop_id from organization_connections c
          where c.organization_id = k.organization_id and c.shop_id = asked_shop and c.status = 'active'
          limit 1
        ),
        (
          select c.shop_id from organization_connections c
          where c.invitation_number = asked_shop and c.organization_id = k.organization_id and c.status = 'active'
        )
      )
    end;
end $$;
