-- What each rule did in a run, in sums, and which keys its lookups did not find: what the lint of rules reads.
alter table runs add column lineage json;
alter table runs add column unmatched_keys json not null default '[]';
