-- One-time codes that start a session, and a limit of requests for each session.

create table sign_in_codes (
  -- SHA-256 of the code in the link, which is stored nowhere else. Starting a session deletes the row, so that a code works once.
  code_hash bytea primary key check (length(code_hash) = 32),
  key_id bigint not null references api_keys on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_codes_key on sign_in_codes (key_id);
create index sign_in_codes_expiry on sign_in_codes (expires_at);

-- No reference to `sessions`: a request that is counted while its session is being ended must not fail. Old rows are removed by their time.
create unlogged table session_windows (
  session_id bigint primary key,
  started_at timestamptz not null default now(),
  requests integer not null
) with (fillfactor = 50);

-- All sessions of a shop's or an organization's keys also share a limit, separate from that of the keys.
alter table shop_windows
  add column sessions_started_at timestamptz not null default now(),
  add column session_requests integer not null default 0;
alter table organization_windows
  add column sessions_started_at timestamptz not null default now(),
  add column session_requests integer not null default 0;

-- Takes the place of `count_session_callers`, which stays for processes of the previous version. Requests are counted for the session and
-- not in its key's minute. They still add to the key's total and its last use. The rows of a key, its session and its owner are always
-- locked in this order.
create function count_session_requests(
  given_token_hash bytea, asked_shop bigint, window_seconds integer, coming integer, session_limit integer
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
      select s.id as session_id, k.id, k.kind, k.name, k.grants, k.shop_id,
        coalesce(k.organization_id, k.created_by_organization_id) as organization_id
      from sessions s join api_keys k on k.id = s.key_id
      where s.token_hash = given_token_hash and s.expires_at > now() and k.revoked_at is null
    ), of_key as (
      insert into key_windows as w (key_id, requests, uncounted) select k.id, 0, coming from k
      on conflict (key_id) do update set uncounted = w.uncounted + coming, last_at = now()
      returning w.key_id
    ), w as (
      insert into session_windows as w (session_id, requests) select k.session_id, coming from k join of_key on of_key.key_id = k.id
      on conflict (session_id) do update set
        -- The first request after a window has ended begins the next.
        started_at = case when w.started_at <= now() - make_interval(secs => window_seconds) then now() else w.started_at end,
        requests = case when w.started_at <= now() - make_interval(secs => window_seconds) then coming else w.requests + coming end
      returning w.started_at, w.requests
    ), p as (
      -- What the session's own limit lets pass: past it one session uses up nothing of the others'.
      select k.kind, k.shop_id, k.organization_id,
        case session_limit when 0 then coming else greatest(0, least(coming, session_limit - w.requests + coming)) end as passing
      from k cross join w
    ), of_shop as (
      insert into shop_windows as o (shop_id, requests, session_requests)
      select p.shop_id, 0, p.passing from p where p.kind = 'merchant' and p.passing > 0
      on conflict (shop_id) do update set
        sessions_started_at = case when o.sessions_started_at <= now() - make_interval(secs => window_seconds) then now() else o.sessions_started_at end,
        session_requests = case when o.sessions_started_at <= now() - make_interval(secs => window_seconds) then excluded.session_requests else o.session_requests + excluded.session_requests end
      returning o.sessions_started_at as started_at, o.session_requests as requests
    ), of_organization as (
      insert into organization_windows as o (organization_id, requests, session_requests)
      select p.organization_id, 0, p.passing from p where p.kind = 'organization' and p.passing > 0
      on conflict (organization_id) do update set
        sessions_started_at = case when o.sessions_started_at <= now() - make_interval(secs => window_seconds) then now() else o.sessions_started_at end,
        session_requests = case when o.sessions_started_at <= now() - make_interval(secs => window_seconds) then excluded.session_requests else o.session_requests + excluded.session_requests end
      returning o.sessions_started_at as started_at, o.session_requests as requests
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
