-- Requests are also counted per shop and per organization, so that having many keys doesn't multiply the limit.
create unlogged table shop_windows (
  shop_id bigint primary key references shops on delete cascade,
  started_at timestamptz not null default now(),
  requests integer not null
) with (fillfactor = 50);
create unlogged table organization_windows (
  organization_id bigint primary key references organizations on delete cascade,
  started_at timestamptz not null default now(),
  requests integer not null
) with (fillfactor = 50);

-- `admit_callers` of 0022 plus the window of the key's shop or organization; null for an admin key. A key's row is always locked before its
-- owner's. The old functions stay for processes of the previous version, whose requests are counted for the key alone.
create function count_callers(
  given_hash bytea, asked_shop bigint, window_seconds integer, coming integer, merchant_limit integer, organization_limit integer
)
returns table (
  id bigint, kind text, name text, grants text[], organization_id bigint, shop_id bigint, shop_uninstalled boolean,
  requests integer, seconds_left integer, owner_counted integer, owner_requests integer, owner_seconds_left integer
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
      returning w.key_id, w.started_at, w.requests
    ), p as (
      -- What the key's own limit lets pass: past it one key uses up nothing of the others'.
      select k.kind, k.shop_id, k.organization_id, case l.limited when 0 then coming else greatest(0, least(coming, l.limited - w.requests + coming)) end as passing
      from k join w on w.key_id = k.id
      cross join lateral (select case k.kind when 'merchant' then merchant_limit else organization_limit end as limited) l
    ), of_shop as (
      insert into shop_windows as o (shop_id, requests) select p.shop_id, p.passing from p where p.kind = 'merchant' and p.passing > 0
      on conflict (shop_id) do update set
        started_at = case when o.started_at <= now() - make_interval(secs => window_seconds) then now() else o.started_at end,
        requests = case when o.started_at <= now() - make_interval(secs => window_seconds) then excluded.requests else o.requests + excluded.requests end
      returning o.started_at, o.requests
    ), of_organization as (
      insert into organization_windows as o (organization_id, requests)
      select p.organization_id, p.passing from p where p.kind = 'organization' and p.passing > 0
      on conflict (organization_id) do update set
        started_at = case when o.started_at <= now() - make_interval(secs => window_seconds) then now() else o.started_at end,
        requests = case when o.started_at <= now() - make_interval(secs => window_seconds) then excluded.requests else o.requests + excluded.requests end
      returning o.started_at, o.requests
    ), owner as (
      select * from of_shop union all select * from of_organization
    )
    select k.id, k.kind, k.name, k.grants, k.organization_id, s.id, s.uninstalled_at is not null, w.requests,
      -- A transaction that waited for the row's lock may have started before the window did.
      least(window_seconds, greatest(1, ceil(extract(epoch from w.started_at - now()) + window_seconds)))::int,
      p.passing, owner.requests,
      least(window_seconds, greatest(1, ceil(extract(epoch from owner.started_at - now()) + window_seconds)))::int
    from k cross join w cross join p left join owner on true
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

-- As `admit_session` of 0020.
create function count_session_callers(
  given_token_hash bytea, asked_shop bigint, window_seconds integer, coming integer, merchant_limit integer, organization_limit integer
)
returns table (
  id bigint, kind text, name text, grants text[], organization_id bigint, shop_id bigint, shop_uninstalled boolean,
  requests integer, seconds_left integer, owner_counted integer, owner_requests integer, owner_seconds_left integer
) language plpgsql as $$
declare
  session_key bytea;
begin
  select k.key_hash into session_key from sessions s join api_keys k on k.id = s.key_id
  where s.token_hash = given_token_hash and s.expires_at > now();
  if session_key is not null then
    return query select * from count_callers(session_key, asked_shop, window_seconds, coming, merchant_limit, organization_limit);
  end if;
end $$;
