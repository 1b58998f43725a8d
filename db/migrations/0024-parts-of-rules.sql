-- What planning has to do for a rule, counted when it is written. Rules from before are estimated from their length, rather too low: they count exactly
-- once they are written again, and a run counts all of a feed before it plans.
alter table rules add column parts integer not null default 0;
update rules set parts = octet_length(definition::text) / 20;
