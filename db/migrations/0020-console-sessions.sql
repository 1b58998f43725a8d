-- Sessions of the web console: each stands for the API key it was started with.

create table sessions (
  id bigint generated always as identity primary key,
  key_id bigint not null references api_keys on delete cascade,
  -- SHA-256 of the token in the cookie, which is kept nowhere else.
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_key on sessions (key_id, id);
create index sessions_expiry on sessions (expires_at);

-- As `admit_callers`, for requests that carry a session's token instead of the key: one lookup by unique index more, in the same
-- statement. A session that has expired is none, and neither is one whose key was revoked.
create function admit_session(given_token_hash bytea, asked_shop bigint, window_seconds integer, coming integer)
returns table (
  id bigint, kind text, name text, grants text[], organization_id bigint, shop_id bigint, shop_uninstalled boolean,
  requests integer, seconds_left integer
) language plpgsql as $$
declare
  session_key bytea;
begin
  select k.key_hash into session_key from sessions s join api_keys k on k.id = s.key_id
  where s.token_hash = given_token_hash and s.expires_at > now();
  if session_key is not null then
    return query select * from admit_callers(session_key, asked_shop, window_seconds, coming);
  end if;
end $$;
