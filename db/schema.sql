-- Generated from the migrations: what they add up to. Change the schema with a new migration.

create unlogged table address_windows (
  bucket integer not null,
  started_at timestamp with time zone not null default now(),
  requests integer not null default 1,
  constraint address_windows_pkey PRIMARY KEY (bucket),
  constraint address_windows_bucket_check CHECK (((bucket >= 0) AND (bucket <= 65535)))
) with (fillfactor=50);

create table api_keys (
  id bigint not null generated always as identity,
  kind text not null,
  shop_id bigint,
  organization_id bigint,
  name text not null,
  key_hash bytea not null,
  key_prefix text not null,
  grants text[] not null,
  request_count bigint not null default 0,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  created_by_organization_id bigint,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_check CHECK (((kind = 'merchant'::text) = (shop_id IS NOT NULL))),
  constraint api_keys_check1 CHECK (((kind = 'organization'::text) = (organization_id IS NOT NULL))),
  constraint api_keys_key_hash_check CHECK ((length(key_hash) = 32)),
  constraint api_keys_key_prefix_check CHECK ((length(key_prefix) = 16)),
  constraint api_keys_kind_check CHECK ((kind = ANY (ARRAY['merchant'::text, 'admin'::text, 'organization'::text]))),
  constraint api_keys_created_by_organization_id_fkey FOREIGN KEY (created_by_organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint api_keys_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX api_keys_creator ON public.api_keys USING btree (created_by_organization_id) WHERE (created_by_organization_id IS NOT NULL);
CREATE INDEX api_keys_organization ON public.api_keys USING btree (organization_id) WHERE (kind = 'organization'::text);
CREATE INDEX api_keys_shop ON public.api_keys USING btree (shop_id) WHERE (kind = 'merchant'::text);

create table audit_log (
  id bigint not null generated always as identity,
  shop_id bigint,
  action text not null,
  actor jsonb not null,
  facts jsonb not null,
  request_id text not null,
  created_at timestamp with time zone not null default now(),
  made_in bigint default ((pg_current_xact_id())::text)::bigint,
  undone_in bigint,
  feed_id bigint,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX audit_log_shop ON public.audit_log USING btree (shop_id, id DESC);

create table backup_holds (
  id text not null,
  held_until timestamp with time zone not null,
  constraint backup_holds_pkey PRIMARY KEY (id)
);

create table catalog_marks (
  shop_id bigint not null,
  kind text not null,
  subject_id bigint not null,
  seq bigint not null default nextval('catalog_mark_numbers'::regclass),
  triggered_at timestamp with time zone not null,
  marked_at timestamp with time zone not null default clock_timestamp(),
  constraint catalog_marks_pkey PRIMARY KEY (shop_id, kind, subject_id),
  constraint catalog_marks_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'variant'::text, 'inventory_item'::text, 'collection'::text, 'shop'::text]))),
  constraint catalog_marks_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX catalog_marks_seq ON public.catalog_marks USING btree (shop_id, seq);

create table cell_changes (
  feed_id bigint not null,
  version bigint not null,
  shop_id bigint not null,
  row_id bigint not null,
  source_column text not null,
  before text,
  after text,
  bytes bigint not null generated always as ((((octet_length(source_column) + COALESCE(octet_length(before), 0)) + COALESCE(octet_length(after), 0)) + 32)) stored,
  constraint cell_changes_pkey PRIMARY KEY (feed_id, version, row_id, source_column),
  constraint cell_changes_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE
);

create table cells (
  feed_id bigint not null,
  shop_id bigint not null,
  row_id bigint not null,
  source_column text not null,
  value text not null,
  updated_at timestamp with time zone not null default now(),
  constraint cells_pkey PRIMARY KEY (feed_id, row_id, source_column),
  constraint cells_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint cells_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);

create table change_looks (
  shop_id bigint not null,
  looked_through timestamp with time zone,
  due_at timestamp with time zone not null,
  constraint change_looks_pkey PRIMARY KEY (shop_id),
  constraint change_looks_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX change_looks_due ON public.change_looks USING btree (due_at);

create table channel_connections (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  channel text not null,
  status text not null,
  grant_sealed text,
  grant_version integer not null default 0,
  renewing_until timestamp with time zone,
  account jsonb,
  error_code text,
  error_message text,
  connected_at timestamp with time zone,
  last_synced_at timestamp with time zone,
  work_due_at timestamp with time zone,
  leased_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  claims integer not null default 0,
  constraint channel_connections_pkey PRIMARY KEY (id),
  constraint channel_connections_shop_id_channel_key UNIQUE (shop_id, channel),
  constraint channel_connections_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'connected'::text, 'error'::text, 'removing'::text]))),
  constraint channel_connections_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX channel_connections_work ON public.channel_connections USING btree (work_due_at) WHERE (work_due_at IS NOT NULL);

create table channel_pushes (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  feed_id bigint not null,
  channel text not null,
  seller text not null,
  market jsonb not null,
  account jsonb not null,
  settings jsonb not null,
  sent_key text,
  reconciled_at timestamp with time zone,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  sent_format integer not null default 1,
  constraint channel_pushes_pkey PRIMARY KEY (id),
  constraint channel_pushes_feed_id_channel_seller_market_key UNIQUE (feed_id, channel, seller, market),
  constraint channel_pushes_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint channel_pushes_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX channel_pushes_due ON public.channel_pushes USING btree (due_at);
CREATE INDEX channel_pushes_shop ON public.channel_pushes USING btree (shop_id, channel);

create table datafeeds (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  feed_id bigint not null,
  channel text not null,
  status text not null,
  remote_id text,
  remote_url text,
  name text not null,
  hour smallint not null,
  time_zone text not null,
  targets jsonb not null,
  target text not null,
  error_code text,
  error_message text,
  fetch_asked_at timestamp with time zone,
  fetch_wanted boolean not null default false,
  revision integer not null default 0,
  work_due_at timestamp with time zone,
  leased_until timestamp with time zone,
  attempts integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  claims integer not null default 0,
  given jsonb,
  fetch_run text,
  fetch_run_at timestamp with time zone,
  constraint datafeeds_pkey PRIMARY KEY (id),
  constraint datafeeds_feed_id_channel_target_key UNIQUE (feed_id, channel, target),
  constraint datafeeds_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint datafeeds_status_check CHECK ((status = ANY (ARRAY['wanted'::text, 'registered'::text, 'removing'::text]))),
  constraint datafeeds_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint datafeeds_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX datafeeds_leased ON public.datafeeds USING btree (leased_until) WHERE (leased_until IS NOT NULL);
CREATE INDEX datafeeds_shop ON public.datafeeds USING btree (shop_id, channel);
CREATE INDEX datafeeds_work ON public.datafeeds USING btree (work_due_at) WHERE (work_due_at IS NOT NULL);

create table delta_queues (
  shop_id bigint not null,
  first_marked_at timestamp with time zone,
  last_marked_at timestamp with time zone,
  not_before timestamp with time zone not null default '-infinity'::timestamp with time zone,
  failures integer not null default 0,
  constraint delta_queues_pkey PRIMARY KEY (shop_id),
  constraint delta_queues_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
) with (fillfactor=50);
CREATE INDEX delta_queues_waiting ON public.delta_queues USING btree (first_marked_at) WHERE (first_marked_at IS NOT NULL);

create table events (
  id text not null,
  shop_id bigint not null,
  name text not null,
  body text not null,
  created_at timestamp with time zone not null,
  tx xid8 default pg_current_xact_id(),
  organization_id bigint,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_id_check CHECK ((id ~ '^evt_[0-9A-HJKMNP-TV-Z]{26}$'::text)),
  constraint events_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
) with (autovacuum_vacuum_cost_delay=10, autovacuum_vacuum_cost_limit=100);
CREATE INDEX events_age ON public.events USING btree (created_at);
CREATE INDEX events_shop ON public.events USING btree (shop_id, tx, id);

create table export_bells (
  shop_id bigint not null,
  rung_at timestamp with time zone not null,
  constraint export_bells_pkey PRIMARY KEY (shop_id),
  constraint export_bells_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);

create table extracts (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  type text not null,
  feed_id bigint,
  status text not null default 'pending'::text,
  progress smallint not null default 0,
  attempt integer not null default 0,
  beat_at timestamp with time zone,
  claimed_by text,
  product_count bigint,
  excluded_count bigint,
  warnings jsonb not null default '[]'::jsonb,
  snapshot_prefix text,
  snapshot jsonb,
  csv_bytes bigint,
  error_code text,
  error_details text,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  failed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  scheduled_for timestamp with time zone,
  progress_told integer not null default 0,
  storefront_config jsonb,
  marks_through bigint,
  reconciliation jsonb,
  handed_back integer not null default 0,
  traceparent text,
  room_waits integer not null default 0,
  waiting text,
  constraint extracts_pkey PRIMARY KEY (id),
  constraint extracts_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint extracts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
  constraint extracts_type_check CHECK ((type = ANY (ARRAY['full'::text, 'regenerate'::text, 'delta'::text]))),
  constraint extracts_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint extracts_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX extracts_full ON public.extracts USING btree (shop_id, id DESC) WHERE (type = 'full'::text);
CREATE INDEX extracts_shop ON public.extracts USING btree (shop_id, id DESC);
CREATE INDEX extracts_waiting ON public.extracts USING btree (status, beat_at) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));
CREATE UNIQUE INDEX extracts_delta_in_progress ON public.extracts USING btree (shop_id) WHERE ((type = 'delta'::text) AND (status = ANY (ARRAY['pending'::text, 'running'::text])));
CREATE UNIQUE INDEX extracts_in_progress ON public.extracts USING btree (shop_id) WHERE ((status = ANY (ARRAY['pending'::text, 'running'::text])) AND (type <> 'delta'::text));
CREATE UNIQUE INDEX extracts_scheduled ON public.extracts USING btree (shop_id, scheduled_for) WHERE (scheduled_for IS NOT NULL);

create table feed_channels (
  shop_id bigint not null,
  feed_id bigint not null,
  channel text not null,
  settings jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint feed_channels_pkey PRIMARY KEY (feed_id, channel),
  constraint feed_channels_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint feed_channels_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);

create table feed_scopes (
  feed_id bigint not null,
  shop_id bigint not null,
  definition_version bigint not null,
  extract_id bigint not null,
  included_count bigint not null,
  excluded_count bigint not null,
  total_count bigint not null,
  reasons jsonb not null default '{}'::jsonb,
  computed_at timestamp with time zone not null,
  allowance integer,
  reason_rules jsonb,
  constraint feed_scopes_pkey PRIMARY KEY (feed_id),
  constraint feed_scopes_extract_id_fkey FOREIGN KEY (extract_id) REFERENCES extracts(id),
  constraint feed_scopes_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint feed_scopes_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX feed_scopes_extract ON public.feed_scopes USING btree (extract_id);

create table feed_selections (
  feed_id bigint not null,
  shop_id bigint not null,
  product_ids bigint[] not null,
  updated_at timestamp with time zone not null default now(),
  constraint feed_selections_pkey PRIMARY KEY (feed_id),
  constraint feed_selections_product_ids_check CHECK ((cardinality(product_ids) <= 100000)),
  constraint feed_selections_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint feed_selections_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);

create table feed_versions (
  feed_id bigint not null,
  version bigint not null,
  shop_id bigint not null,
  summary text not null,
  created_by jsonb not null,
  settings jsonb not null,
  mappings jsonb not null,
  extra_columns text[] not null,
  tests json not null,
  rules bigint[] not null,
  created_at timestamp with time zone not null default now(),
  bytes bigint not null generated always as ((((((octet_length(summary) + octet_length((created_by)::text)) + octet_length((settings)::text)) + octet_length((mappings)::text)) + octet_length((tests)::text)) + (8 * cardinality(rules)))) stored,
  kept_bytes bigint,
  made_in bigint default ((pg_current_xact_id())::text)::bigint,
  constraint feed_versions_pkey PRIMARY KEY (feed_id, version),
  constraint feed_versions_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint feed_versions_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX feed_versions_change ON public.feed_versions USING btree (shop_id, made_in);

create table feeds (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  feed_type text not null,
  locale text,
  display_name text not null,
  slug text not null,
  file_name text not null,
  target_market text,
  target_country text not null,
  product_selection_mode text not null default 'all'::text,
  selected_collection_id text,
  selected_collection_title text,
  active boolean not null default true,
  settings jsonb not null default '{}'::jsonb,
  mappings jsonb not null default '{}'::jsonb,
  extra_columns text[] not null default '{}'::text[],
  definition_version bigint not null default 1,
  live_run_id bigint,
  rerun_requested boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  mapping_lookups text[] not null default '{}'::text[],
  tests json not null default '[]'::json,
  delta_due_at timestamp with time zone,
  constraint feeds_pkey PRIMARY KEY (id),
  constraint feeds_shop_id_file_name_key UNIQUE (shop_id, file_name),
  constraint feeds_feed_type_check CHECK ((feed_type = ANY (ARRAY['primary'::text, 'language'::text, 'market'::text]))),
  constraint feeds_file_name_check CHECK ((file_name ~ '^gmcfeed(-[A-Za-z0-9-]+)?\.txt$'::text)),
  constraint feeds_product_selection_mode_check CHECK ((product_selection_mode = ANY (ARRAY['all'::text, 'collection'::text, 'manual'::text]))),
  constraint feeds_target_country_check CHECK ((target_country ~ '^[A-Z]{2}$'::text)),
  constraint feeds_live_run_id_fkey FOREIGN KEY (live_run_id) REFERENCES runs(id),
  constraint feeds_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX feeds_delta_due ON public.feeds USING btree (delta_due_at) WHERE (delta_due_at IS NOT NULL);
CREATE INDEX feeds_live_run ON public.feeds USING btree (live_run_id) WHERE (live_run_id IS NOT NULL);
CREATE UNIQUE INDEX feeds_primary ON public.feeds USING btree (shop_id) WHERE (feed_type = 'primary'::text);

create table file_fetches (
  feed_id bigint not null,
  channel text not null,
  shop_id bigint not null,
  fetched_at timestamp with time zone not null,
  agent_class text not null,
  user_agent text,
  constraint file_fetches_pkey PRIMARY KEY (feed_id, channel),
  constraint file_fetches_agent_class_check CHECK ((agent_class = ANY (ARRAY['google'::text, 'meta'::text, 'microsoft'::text, 'pinterest'::text, 'tiktok'::text, 'amazon'::text, 'browser'::text, 'tool'::text, 'other'::text]))),
  constraint file_fetches_user_agent_check CHECK ((length(user_agent) <= 200)),
  constraint file_fetches_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint file_fetches_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX file_fetches_shop ON public.file_fetches USING btree (shop_id);

create table finding_mutes (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  feed_id bigint not null,
  channel text not null,
  code text not null,
  field text,
  row_id bigint,
  note text,
  created_at timestamp with time zone not null default now(),
  constraint finding_mutes_pkey PRIMARY KEY (id),
  constraint finding_mutes_feed_id_channel_code_field_row_id_key UNIQUE NULLS NOT DISTINCT (feed_id, channel, code, field, row_id),
  constraint finding_mutes_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint finding_mutes_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);

create table findings (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  run_id bigint not null,
  channel text not null,
  code text not null,
  field text,
  nth integer not null,
  category text not null,
  severity text not null,
  message text not null,
  what_to_do text not null,
  affected_count bigint not null,
  row_ids bigint[],
  samples jsonb not null,
  suggested_rule jsonb,
  source jsonb,
  constraint findings_pkey PRIMARY KEY (id),
  constraint findings_run_id_channel_code_field_key UNIQUE NULLS NOT DISTINCT (run_id, channel, code, field),
  constraint findings_severity_check CHECK ((severity = ANY (ARRAY['error'::text, 'warning'::text, 'info'::text]))),
  constraint findings_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE,
  constraint findings_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);

create table fleet_change_targets (
  id bigint not null generated always as identity,
  change_id bigint not null,
  organization_id bigint not null,
  shop_id bigint not null,
  feed_id bigint,
  stage integer not null,
  status text not null default 'waiting'::text,
  document text,
  preview jsonb,
  reason text,
  accepted boolean not null default false,
  retries integer not null default 0,
  retry_at timestamp with time zone,
  audit_id bigint,
  undo_audit_id bigint,
  definition_version bigint,
  run_id bigint,
  extract_id bigint,
  applied_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint fleet_change_targets_pkey PRIMARY KEY (id),
  constraint fleet_change_targets_change_id_shop_id_feed_id_key UNIQUE NULLS NOT DISTINCT (change_id, shop_id, feed_id),
  constraint fleet_change_targets_stage_check CHECK ((stage > 0)),
  constraint fleet_change_targets_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'applied'::text, 'done'::text, 'held'::text, 'failed'::text, 'skipped'::text, 'undone'::text, 'not_undone'::text]))),
  constraint fleet_change_targets_change_id_fkey FOREIGN KEY (change_id) REFERENCES fleet_changes(id) ON DELETE CASCADE,
  constraint fleet_change_targets_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint fleet_change_targets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint fleet_change_targets_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX fleet_change_targets_feed ON public.fleet_change_targets USING btree (feed_id) WHERE (feed_id IS NOT NULL);
CREATE INDEX fleet_change_targets_organization ON public.fleet_change_targets USING btree (organization_id);
CREATE INDEX fleet_change_targets_shop ON public.fleet_change_targets USING btree (shop_id);

create table fleet_changes (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  key_id bigint not null,
  created_by jsonb not null,
  status text not null default 'previewing'::text,
  action jsonb not null,
  stages integer[] not null,
  stop_on text[] not null,
  stopped_reason text,
  work_due_at timestamp with time zone default now(),
  leased_until timestamp with time zone,
  claims bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint fleet_changes_pkey PRIMARY KEY (id),
  constraint fleet_changes_status_check CHECK ((status = ANY (ARRAY['previewing'::text, 'ready'::text, 'rolling'::text, 'stopped'::text, 'completed'::text, 'cancelled'::text, 'undoing'::text, 'undone'::text]))),
  constraint fleet_changes_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint fleet_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX fleet_changes_due ON public.fleet_changes USING btree (work_due_at) WHERE (work_due_at IS NOT NULL);
CREATE INDEX fleet_changes_key ON public.fleet_changes USING btree (key_id);
CREATE INDEX fleet_changes_leased ON public.fleet_changes USING btree (leased_until) WHERE (leased_until IS NOT NULL);
CREATE INDEX fleet_changes_organization ON public.fleet_changes USING btree (organization_id, id DESC);

create table former_feed_tokens (
  token text not null,
  shop_id bigint not null,
  served_until timestamp with time zone not null,
  constraint former_feed_tokens_pkey PRIMARY KEY (token),
  constraint former_feed_tokens_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX former_feed_tokens_shop ON public.former_feed_tokens USING btree (shop_id);

create table held_removals (
  prefix text not null,
  asked_at timestamp with time zone not null default now(),
  constraint held_removals_pkey PRIMARY KEY (prefix),
  constraint held_removals_prefix_check CHECK ((prefix ~~ '%/'::text))
);

create table idempotent_answers (
  shop_id bigint,
  request_hash bytea not null,
  fingerprint bytea not null,
  sealed bytea not null,
  expires_at timestamp with time zone not null default (now() + '24:00:00'::interval),
  bytes bigint not null generated always as ((octet_length(sealed) + 72)) stored,
  constraint idempotent_answers_pkey UNIQUE NULLS NOT DISTINCT (shop_id, request_hash),
  constraint idempotent_answers_fingerprint_check CHECK ((length(fingerprint) = 32)),
  constraint idempotent_answers_request_hash_check CHECK ((length(request_hash) = 32)),
  constraint idempotent_answers_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX idempotent_answers_expiry ON public.idempotent_answers USING btree (expires_at);

create table item_readings (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  feed_id bigint not null,
  channel text not null,
  account_id text,
  object_key text,
  counts jsonb,
  fetched_at timestamp with time zone,
  is_cut boolean not null default false,
  file_read_at timestamp with time zone,
  judged_run_id bigint,
  error_code text,
  error_message text,
  is_wanted boolean not null default false,
  failures integer not null default 0,
  claims integer not null default 0,
  claimed_at timestamp with time zone,
  work_due_at timestamp with time zone not null default now(),
  leased_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint item_readings_pkey PRIMARY KEY (id),
  constraint item_readings_feed_id_channel_key UNIQUE (feed_id, channel),
  constraint item_readings_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint item_readings_judged_run_id_fkey FOREIGN KEY (judged_run_id) REFERENCES runs(id) ON DELETE SET NULL,
  constraint item_readings_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX item_readings_judged ON public.item_readings USING btree (judged_run_id);
CREATE INDEX item_readings_leased ON public.item_readings USING btree (leased_until) WHERE (leased_until IS NOT NULL);
CREATE INDEX item_readings_shop ON public.item_readings USING btree (shop_id);
CREATE INDEX item_readings_work ON public.item_readings USING btree (work_due_at);

create unlogged table key_windows (
  key_id bigint not null,
  started_at timestamp with time zone not null default now(),
  requests integer not null default 1,
  uncounted bigint not null default 1,
  last_at timestamp with time zone not null default now(),
  constraint key_windows_pkey PRIMARY KEY (key_id),
  constraint key_windows_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE
) with (fillfactor=50);

create table lookup_tables (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  name text not null,
  columns text[] not null,
  row_count integer not null,
  size_bytes bigint not null,
  object_prefix text not null,
  previous_prefix text,
  unmatched_keys jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  previous_bytes bigint not null default 0,
  bytes bigint not null generated always as ((size_bytes + previous_bytes)) stored,
  constraint lookup_tables_pkey PRIMARY KEY (id),
  constraint lookup_tables_columns_check CHECK (((cardinality(columns) >= 1) AND (cardinality(columns) <= 50))),
  constraint lookup_tables_name_check CHECK ((name ~ '^[A-Za-z][A-Za-z0-9_-]{0,99}$'::text)),
  constraint lookup_tables_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX lookup_tables_name ON public.lookup_tables USING btree (shop_id, lower(name));

create table org_template_shops (
  template_id bigint not null,
  feed_id bigint not null,
  organization_id bigint not null,
  shop_id bigint not null,
  "values" jsonb not null,
  constraint org_template_shops_pkey PRIMARY KEY (template_id, feed_id),
  constraint org_template_shops_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint org_template_shops_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint org_template_shops_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE,
  constraint org_template_shops_template_id_fkey FOREIGN KEY (template_id) REFERENCES org_templates(id) ON DELETE CASCADE
);
CREATE INDEX org_template_shops_feed ON public.org_template_shops USING btree (feed_id);
CREATE INDEX org_template_shops_organization ON public.org_template_shops USING btree (organization_id);
CREATE INDEX org_template_shops_shop ON public.org_template_shops USING btree (shop_id);

create table org_template_versions (
  template_id bigint not null,
  version integer not null,
  organization_id bigint not null,
  document json not null,
  placeholders json not null,
  created_by jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint org_template_versions_pkey PRIMARY KEY (template_id, version),
  constraint org_template_versions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint org_template_versions_template_id_fkey FOREIGN KEY (template_id) REFERENCES org_templates(id) ON DELETE CASCADE
);
CREATE INDEX org_template_versions_organization ON public.org_template_versions USING btree (organization_id);

create table org_templates (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  name text not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint org_templates_pkey PRIMARY KEY (id),
  constraint org_templates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX org_templates_name ON public.org_templates USING btree (organization_id, lower(name));

create table organization_connections (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  shop_id bigint,
  domain text not null,
  client_label text,
  status text not null,
  invited_at timestamp with time zone not null default now(),
  connected_at timestamp with time zone,
  invitation_number bigint not null default nextval((pg_get_serial_sequence('shops'::text, 'id'::text))::regclass),
  constraint organization_connections_pkey PRIMARY KEY (id),
  constraint organization_connections_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'declined'::text]))),
  constraint organization_connections_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint organization_connections_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX organization_connections_invited ON public.organization_connections USING btree (lower(domain));
CREATE INDEX organization_connections_shop ON public.organization_connections USING btree (shop_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX organization_connections_domain ON public.organization_connections USING btree (organization_id, lower(domain));
CREATE UNIQUE INDEX organization_connections_number ON public.organization_connections USING btree (invitation_number);

create table organization_members (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  name text not null,
  email text not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  constraint organization_members_pkey PRIMARY KEY (id),
  constraint organization_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text]))),
  constraint organization_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX organization_members_email ON public.organization_members USING btree (organization_id, lower(email));

create unlogged table organization_windows (
  organization_id bigint not null,
  started_at timestamp with time zone not null default now(),
  requests integer not null,
  sessions_started_at timestamp with time zone not null default now(),
  session_requests integer not null default 0,
  constraint organization_windows_pkey PRIMARY KEY (organization_id),
  constraint organization_windows_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
) with (fillfactor=50);

create table organizations (
  id bigint not null generated always as identity,
  name text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint organizations_pkey PRIMARY KEY (id)
);

create table plans (
  id integer not null,
  code_name text not null,
  name text not null,
  description text not null,
  price text not null,
  currency text not null,
  skus_min integer not null,
  skus_max integer,
  daily_export_count integer not null,
  additional_feeds boolean not null,
  recommended boolean not null default false,
  is_free boolean not null default false,
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_code_name_key UNIQUE (code_name),
  constraint plans_check CHECK ((skus_max >= skus_min)),
  constraint plans_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint plans_daily_export_count_check CHECK (((daily_export_count >= 0) AND (daily_export_count <= 1440))),
  constraint plans_price_check CHECK ((price ~ '^[0-9]{1,9}[.][0-9]{1,2}$'::text)),
  constraint plans_skus_min_check CHECK ((skus_min >= 0))
);

create table platform_deliveries (
  webhook_id text not null,
  received_at timestamp with time zone not null default now(),
  constraint platform_deliveries_pkey PRIMARY KEY (webhook_id),
  constraint platform_deliveries_webhook_id_check CHECK ((length(webhook_id) <= 200))
);
CREATE INDEX platform_deliveries_received ON public.platform_deliveries USING btree (received_at);

create table platform_rates (
  bucket text not null,
  tokens double precision not null,
  measured_at timestamp with time zone not null,
  held_until timestamp with time zone,
  constraint platform_rates_pkey PRIMARY KEY (bucket)
);

create table product_overrides (
  shop_id bigint not null,
  row_id bigint not null,
  feed_column text not null,
  value text not null,
  updated_at timestamp with time zone not null default now(),
  constraint product_overrides_pkey PRIMARY KEY (shop_id, row_id, feed_column),
  constraint product_overrides_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);

create table product_readings (
  shop_id bigint not null,
  product_id bigint not null,
  changed_at timestamp with time zone not null,
  read_at timestamp with time zone not null default clock_timestamp(),
  constraint product_readings_pkey PRIMARY KEY (shop_id, product_id),
  constraint product_readings_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);

create table push_refusals (
  sync_id bigint not null,
  shop_id bigint not null,
  item_id text not null,
  constraint push_refusals_pkey PRIMARY KEY (sync_id, item_id),
  constraint push_refusals_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE,
  constraint push_refusals_sync_id_fkey FOREIGN KEY (sync_id) REFERENCES sync_logs(id) ON DELETE CASCADE
);
CREATE INDEX push_refusals_shop ON public.push_refusals USING btree (shop_id);

create table request_budgets (
  shop_id bigint not null,
  available double precision not null,
  maximum double precision not null,
  restore_rate double precision not null,
  measured_at timestamp with time zone not null default now(),
  constraint request_budgets_pkey PRIMARY KEY (shop_id),
  constraint request_budgets_maximum_check CHECK ((maximum > (0)::double precision)),
  constraint request_budgets_restore_rate_check CHECK ((restore_rate > (0)::double precision)),
  constraint request_budgets_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);

create table rule_states (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  feed_id bigint not null,
  rule_id bigint not null,
  active boolean not null,
  definition json not null,
  digest bytea not null,
  bytes bigint not null generated always as ((octet_length((definition)::text) + 32)) stored,
  constraint rule_states_pkey PRIMARY KEY (id),
  constraint rule_states_rule_id_digest_key UNIQUE (rule_id, digest),
  constraint rule_states_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint rule_states_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX rule_states_feed ON public.rule_states USING btree (feed_id);

create table rules (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  feed_id bigint not null,
  "position" integer not null,
  rule_type text not null,
  definition json not null,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  lookups text[] not null default '{}'::text[],
  conditions integer not null default 0,
  feedwide integer not null default 0,
  parts integer not null default 0,
  constraint rules_pkey PRIMARY KEY (id),
  constraint rules_feed_id_position_key UNIQUE (feed_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint rules_position_check CHECK (("position" > 0)),
  constraint rules_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint rules_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);

create table run_turns (
  shop_id bigint not null,
  waiting boolean not null default true,
  served_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint run_turns_pkey PRIMARY KEY (shop_id),
  constraint run_turns_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX run_turns_waiting ON public.run_turns USING btree (served_at, shop_id) WHERE waiting;

create table runs (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  feed_id bigint not null,
  extract_id bigint not null,
  for_extract_id bigint,
  trigger text not null,
  status text not null default 'running'::text,
  publication text not null default 'none'::text,
  attempt integer not null default 0,
  beat_at timestamp with time zone,
  claimed_by text,
  definition_version bigint not null,
  definition jsonb,
  output_prefix text,
  output jsonb,
  included_count bigint,
  excluded_count bigint,
  total_count bigint,
  added_count bigint,
  removed_count bigint,
  changed_count bigint,
  held_reasons jsonb not null default '[]'::jsonb,
  duration_ms bigint,
  error_code text,
  error_details text,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  published_at timestamp with time zone,
  expired_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  test_results jsonb,
  lineage json,
  unmatched_keys json not null default '[]'::json,
  progress integer,
  stage text,
  handed_back integer not null default 0,
  traceparent text,
  room_waits integer not null default 0,
  constraint runs_pkey PRIMARY KEY (id),
  constraint runs_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint runs_publication_check CHECK ((publication = ANY (ARRAY['live'::text, 'held'::text, 'superseded'::text, 'discarded'::text, 'none'::text]))),
  constraint runs_stage_check CHECK ((stage = ANY (ARRAY['transforming'::text, 'writing'::text, 'publishing'::text]))),
  constraint runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'failed'::text]))),
  constraint runs_trigger_check CHECK ((trigger = ANY (ARRAY['regenerate'::text, 'extract'::text, 'schedule'::text, 'settings'::text, 'delta'::text, 'rollback'::text]))),
  constraint runs_extract_id_fkey FOREIGN KEY (extract_id) REFERENCES extracts(id),
  constraint runs_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint runs_for_extract_id_fkey FOREIGN KEY (for_extract_id) REFERENCES extracts(id),
  constraint runs_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX runs_extract ON public.runs USING btree (extract_id);
CREATE INDEX runs_feed ON public.runs USING btree (feed_id, id DESC);
CREATE INDEX runs_for_extract ON public.runs USING btree (for_extract_id) WHERE (for_extract_id IS NOT NULL);
CREATE INDEX runs_held ON public.runs USING btree (feed_id, id) WHERE (publication = 'held'::text);
CREATE INDEX runs_waiting ON public.runs USING btree (beat_at) WHERE (status = 'running'::text);
CREATE UNIQUE INDEX runs_running ON public.runs USING btree (feed_id) WHERE (status = 'running'::text);

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  needs integer not null default 0,
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table scope_claims (
  feed_id bigint not null,
  shop_id bigint not null,
  definition_version bigint not null,
  extract_id bigint not null,
  attempt bigint not null default 1,
  tries integer not null default 1,
  beat_at timestamp with time zone,
  claimed_by text,
  not_before timestamp with time zone not null default now(),
  constraint scope_claims_pkey PRIMARY KEY (feed_id),
  constraint scope_claims_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint scope_claims_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX scope_claims_working ON public.scope_claims USING btree (shop_id) WHERE (beat_at IS NOT NULL);

create table secrets_key (
  only_row boolean not null default true,
  key_id text not null,
  recorded_at timestamp with time zone not null default now(),
  constraint secrets_key_pkey PRIMARY KEY (only_row),
  constraint secrets_key_only_row_check CHECK (only_row)
);

create table service_addresses (
  id text not null,
  public_url text not null,
  files_url text not null,
  host text not null,
  pid integer not null,
  process_start text not null,
  started_at timestamp with time zone not null default now(),
  beat_at timestamp with time zone not null default now(),
  constraint service_addresses_pkey PRIMARY KEY (id)
);

create unlogged table session_windows (
  session_id bigint not null,
  started_at timestamp with time zone not null default now(),
  requests integer not null,
  constraint session_windows_pkey PRIMARY KEY (session_id)
) with (fillfactor=50);

create table sessions (
  id bigint not null generated always as identity,
  key_id bigint not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint sessions_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_key ON public.sessions USING btree (key_id, id);

create unlogged table shop_windows (
  shop_id bigint not null,
  started_at timestamp with time zone not null default now(),
  requests integer not null,
  sessions_started_at timestamp with time zone not null default now(),
  session_requests integer not null default 0,
  constraint shop_windows_pkey PRIMARY KEY (shop_id),
  constraint shop_windows_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
) with (fillfactor=50);

create table shopify_charges (
  id text not null,
  shop_id bigint not null,
  plan text not null,
  status text not null,
  is_test boolean not null,
  discount_code text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint shopify_charges_pkey PRIMARY KEY (id),
  constraint shopify_charges_plan_fkey FOREIGN KEY (plan) REFERENCES plans(code_name),
  constraint shopify_charges_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX shopify_charges_shop ON public.shopify_charges USING btree (shop_id);

create table shopify_grants (
  shop_id bigint not null,
  grant_sealed text not null,
  grant_version integer not null default 1,
  renewing_until timestamp with time zone,
  scopes text[] not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  exchange_looked_at timestamp with time zone,
  constraint shopify_grants_pkey PRIMARY KEY (shop_id),
  constraint shopify_grants_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);

create table shopify_used_states (
  state_hash text not null,
  shop_domain text not null,
  expires_at timestamp with time zone not null,
  constraint shopify_used_states_pkey PRIMARY KEY (state_hash)
);
CREATE INDEX shopify_used_states_expiry ON public.shopify_used_states USING btree (expires_at);

create table shops (
  id bigint not null generated always as identity,
  domain text not null,
  name text not null,
  storefront text not null,
  storefront_config jsonb not null default '{}'::jsonb,
  subscription_plan text not null default 'premium'::text,
  subscription_status text not null default 'none'::text,
  primary_locale text not null default 'en'::text,
  languages text[] not null default '{en}'::text[],
  currency text not null,
  country text not null,
  time_zone text not null default 'UTC'::text,
  feed_token text not null,
  feed_token_previous text,
  feed_token_previous_until timestamp with time zone,
  onboarding_complete boolean not null default false,
  live_extract_id bigint,
  uninstalled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  subscribed_at timestamp with time zone,
  metafields json,
  feed_created_at timestamp with time zone,
  access_scopes text[],
  markets jsonb,
  storage_quota_bytes bigint,
  storage_counted_at timestamp with time zone,
  platform_id text,
  subscription_checked_at timestamp with time zone,
  subscriptions_checked_at timestamp with time zone,
  constraint shops_pkey PRIMARY KEY (id),
  constraint shops_feed_token_key UNIQUE (feed_token),
  constraint shops_feed_token_previous_key UNIQUE (feed_token_previous),
  constraint shops_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint shops_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint shops_feed_token_check CHECK ((feed_token ~ '^[a-z0-9]{20,64}$'::text)),
  constraint shops_storage_quota_bytes_check CHECK ((storage_quota_bytes >= 0)),
  constraint shops_storefront_check CHECK ((storefront = ANY (ARRAY['csv'::text, 'shopify'::text]))),
  constraint shops_subscription_plan_check CHECK ((subscription_plan = ANY (ARRAY['free'::text, 'starter'::text, 'growth'::text, 'premium'::text]))),
  constraint shops_subscription_status_check CHECK ((subscription_status = ANY (ARRAY['active'::text, 'frozen'::text, 'legacy'::text, 'none'::text]))),
  constraint shops_live_extract_id_fkey FOREIGN KEY (live_extract_id) REFERENCES extracts(id),
  constraint shops_plan FOREIGN KEY (subscription_plan) REFERENCES plans(code_name)
);
CREATE INDEX shops_live_extract ON public.shops USING btree (live_extract_id) WHERE (live_extract_id IS NOT NULL);
CREATE INDEX shops_platform_id ON public.shops USING btree (platform_id) WHERE (platform_id IS NOT NULL);
CREATE INDEX shops_storage_counted ON public.shops USING btree (storage_counted_at NULLS FIRST);
CREATE UNIQUE INDEX shops_domain ON public.shops USING btree (lower(domain)) WHERE (uninstalled_at IS NULL);

create table sign_in_codes (
  code_hash bytea not null,
  key_id bigint not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint sign_in_codes_pkey PRIMARY KEY (code_hash),
  constraint sign_in_codes_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint sign_in_codes_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_codes_expiry ON public.sign_in_codes USING btree (expires_at);
CREATE INDEX sign_in_codes_key ON public.sign_in_codes USING btree (key_id);

create table sign_in_states (
  state_hash text not null,
  shop_id bigint not null,
  channel text not null,
  key_id bigint,
  verifier_sealed text not null,
  return_url text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint sign_in_states_pkey PRIMARY KEY (state_hash),
  constraint sign_in_states_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint sign_in_states_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_states_expiry ON public.sign_in_states USING btree (expires_at);

create table storage_changes (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  kind text not null,
  bytes bigint not null,
  made_in xid8 not null default pg_current_xact_id(),
  constraint storage_changes_pkey PRIMARY KEY (id),
  constraint storage_changes_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX storage_changes_shop ON public.storage_changes USING btree (shop_id);

create table storage_usage (
  shop_id bigint not null,
  kind text not null,
  bytes bigint not null default 0,
  changes bigint not null default 0,
  constraint storage_usage_pkey PRIMARY KEY (shop_id, kind),
  constraint storage_usage_kind_check CHECK ((kind = ANY (ARRAY['versions'::text, 'lookup_tables'::text, 'stored_answers'::text, 'snapshots'::text, 'runs'::text, 'exports'::text]))),
  constraint storage_usage_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);

create table sync_logs (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  feed_id bigint not null,
  channel text not null,
  mode text not null,
  status text not null,
  again boolean not null default false,
  rows_sent integer,
  errors_count integer,
  error_details text,
  attempts integer not null default 0,
  work_due_at timestamp with time zone not null default now(),
  leased_until timestamp with time zone,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  push jsonb,
  failures integer not null default 0,
  constraint sync_logs_pkey PRIMARY KEY (id),
  constraint sync_logs_mode_check CHECK ((mode = ANY (ARRAY['fetch'::text, 'push'::text]))),
  constraint sync_logs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'success'::text, 'failed'::text]))),
  constraint sync_logs_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  constraint sync_logs_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX sync_logs_feed ON public.sync_logs USING btree (feed_id, channel, id DESC);
CREATE INDEX sync_logs_leased ON public.sync_logs USING btree (leased_until) WHERE (leased_until IS NOT NULL);
CREATE INDEX sync_logs_shop ON public.sync_logs USING btree (shop_id);
CREATE INDEX sync_logs_work ON public.sync_logs USING btree (work_due_at) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX sync_logs_one_at_a_time ON public.sync_logs USING btree (feed_id, channel) WHERE (status = 'pending'::text);

create table tool_previews (
  token_hash bytea not null,
  shop_id bigint not null,
  key_id bigint not null,
  tool text not null,
  arguments_hash bytea not null,
  versions jsonb not null,
  expires_at timestamp with time zone not null default (now() + '00:10:00'::interval),
  audit_id bigint,
  remembered_until timestamp with time zone not null default (now() + '01:00:00'::interval),
  constraint tool_previews_pkey PRIMARY KEY (token_hash),
  constraint tool_previews_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint tool_previews_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX tool_previews_key ON public.tool_previews USING btree (key_id);
CREATE INDEX tool_previews_remembered ON public.tool_previews USING btree (remembered_until);
CREATE INDEX tool_previews_shop ON public.tool_previews USING btree (shop_id);

create table undo_steps (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  made_in bigint not null default ((pg_current_xact_id())::text)::bigint,
  created_at timestamp with time zone not null default now(),
  step json,
  bytes bigint not null generated always as (COALESCE(octet_length((step)::text), 0)) stored,
  constraint undo_steps_pkey PRIMARY KEY (id),
  constraint undo_steps_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
);
CREATE INDEX undo_steps_change ON public.undo_steps USING btree (shop_id, made_in);
CREATE INDEX undo_steps_kept ON public.undo_steps USING btree (shop_id, id DESC) WHERE (step IS NOT NULL);

create table webhook_deliveries (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  webhook_id bigint not null,
  event_id text not null,
  event text not null,
  status text not null default 'pending'::text,
  due_at timestamp with time zone,
  claims integer not null default 0,
  claimed_until timestamp with time zone,
  attempt_count integer not null default 0,
  attempts jsonb not null default '[]'::jsonb,
  response_status integer,
  response_time_ms integer,
  error_message text,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_check CHECK (((status = 'pending'::text) = (due_at IS NOT NULL))),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.05, autovacuum_vacuum_cost_delay=10, autovacuum_vacuum_cost_limit=100);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (due_at) WHERE ((status = 'pending'::text) AND (attempt_count >= 0));
CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_in_flight ON public.webhook_deliveries USING btree (webhook_id, claimed_until) WHERE (claimed_until IS NOT NULL);
CREATE INDEX webhook_deliveries_newest ON public.webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (webhook_id, due_at, id) WHERE (status = 'pending'::text);

create table webhooks (
  id bigint not null generated always as identity,
  shop_id bigint not null,
  organization_id bigint,
  endpoint_url text not null,
  events text[] not null,
  status text not null default 'active'::text,
  secret text not null,
  secret_previous text,
  secret_previous_until timestamp with time zone,
  failure_count integer not null default 0,
  last_delivery_at timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_reason text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  secret_organization_id bigint,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_check CHECK (((status = 'disabled'::text) = (disabled_at IS NOT NULL))),
  constraint webhooks_check1 CHECK (((secret_previous IS NULL) = (secret_previous_until IS NULL))),
  constraint webhooks_endpoint_url_check CHECK ((length(endpoint_url) <= 2048)),
  constraint webhooks_events_check CHECK (((cardinality(events) >= 1) AND (cardinality(events) <= 100))),
  constraint webhooks_failure_count_check CHECK ((failure_count >= 0)),
  constraint webhooks_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text]))),
  constraint webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint webhooks_secret_organization_id_fkey FOREIGN KEY (secret_organization_id) REFERENCES organizations(id) ON DELETE SET NULL,
  constraint webhooks_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES shops(id) ON DELETE CASCADE
) with (fillfactor=70);
CREATE INDEX webhooks_organization ON public.webhooks USING btree (organization_id) WHERE (organization_id IS NOT NULL);
CREATE INDEX webhooks_secret_organization ON public.webhooks USING btree (secret_organization_id) WHERE (secret_organization_id IS NOT NULL);
CREATE INDEX webhooks_shop ON public.webhooks USING btree (shop_id);

create table workers (
  id text not null,
  beat_at timestamp with time zone not null default now(),
  started_at timestamp with time zone not null default now(),
  constraint workers_pkey PRIMARY KEY (id)
);

CREATE OR REPLACE FUNCTION public.admit_caller(given_hash bytea, asked_shop bigint, window_seconds integer)
 RETURNS TABLE(id bigint, kind text, name text, grants text[], organization_id bigint, shop_id bigint, shop_uninstalled boolean, requests integer, seconds_left integer)
 LANGUAGE sql
AS $function$ select * from admit_callers(given_hash, asked_shop, window_seconds, 1) $function$;

CREATE OR REPLACE FUNCTION public.admit_callers(given_hash bytea, asked_shop bigint, window_seconds integer, coming integer)
 RETURNS TABLE(id bigint, kind text, name text, grants text[], organization_id bigint, shop_id bigint, shop_uninstalled boolean, requests integer, seconds_left integer)
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.admit_session(given_token_hash bytea, asked_shop bigint, window_seconds integer, coming integer)
 RETURNS TABLE(id bigint, kind text, name text, grants text[], organization_id bigint, shop_id bigint, shop_uninstalled boolean, requests integer, seconds_left integer)
 LANGUAGE plpgsql
AS $function$
declare
  session_key bytea;
begin
  select k.key_hash into session_key from sessions s join api_keys k on k.id = s.key_id
  where s.token_hash = given_token_hash and s.expires_at > now();
  if session_key is not null then
    return query select * from admit_callers(session_key, asked_shop, window_seconds, coming);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.count_callers(given_hash bytea, asked_shop bigint, window_seconds integer, coming integer, merchant_limit integer, organization_limit integer)
 RETURNS TABLE(id bigint, kind text, name text, grants text[], organization_id bigint, shop_id bigint, shop_uninstalled boolean, requests integer, seconds_left integer, owner_counted integer, owner_requests integer, owner_seconds_left integer)
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.count_session_callers(given_token_hash bytea, asked_shop bigint, window_seconds integer, coming integer, merchant_limit integer, organization_limit integer)
 RETURNS TABLE(id bigint, kind text, name text, grants text[], organization_id bigint, shop_id bigint, shop_uninstalled boolean, requests integer, seconds_left integer, owner_counted integer, owner_requests integer, owner_seconds_left integer)
 LANGUAGE plpgsql
AS $function$
declare
  session_key bytea;
begin
  select k.key_hash into session_key from sessions s join api_keys k on k.id = s.key_id
  where s.token_hash = given_token_hash and s.expires_at > now();
  if session_key is not null then
    return query select * from count_callers(session_key, asked_shop, window_seconds, coming, merchant_limit, organization_limit);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.count_session_requests(given_token_hash bytea, asked_shop bigint, window_seconds integer, coming integer, session_limit integer)
 RETURNS TABLE(id bigint, kind text, name text, grants text[], organization_id bigint, shop_id bigint, shop_uninstalled boolean, requests integer, seconds_left integer, owner_counted integer, owner_requests integer, owner_seconds_left integer)
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.count_storage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into storage_changes (shop_id, kind, bytes)
    select come.shop_id, tg_argv[0], sum(come.bytes) from come join shops on shops.id = come.shop_id group by come.shop_id;
  elsif tg_op = 'DELETE' then
    insert into storage_changes (shop_id, kind, bytes)
    select gone.shop_id, tg_argv[0], -sum(gone.bytes) from gone join shops on shops.id = gone.shop_id group by gone.shop_id;
  else
    insert into storage_changes (shop_id, kind, bytes)
    select changed.shop_id, tg_argv[0], sum(changed.bytes)
    from (select shop_id, -bytes as bytes from gone union all select shop_id, bytes from come) changed
    join shops on shops.id = changed.shop_id
    group by changed.shop_id having sum(changed.bytes) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.deliveries_wait(at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
  select exists (
    select from webhook_deliveries
    where status = 'pending' and attempt_count >= 0 and due_at <= at and (claimed_until is null or claimed_until <= now())
  );
$function$;

CREATE OR REPLACE FUNCTION public.note_waiting_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A row that says so already is locked all the same.
  insert into run_turns (shop_id) values (new.shop_id)
  on conflict (shop_id) do update set waiting = true where not run_turns.waiting;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.storage_used(asked bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select (
    coalesce((select sum(bytes) from storage_usage where shop_id = asked), 0)
    + coalesce((select sum(bytes) from storage_changes where shop_id = asked), 0)
  )::bigint
$function$;
