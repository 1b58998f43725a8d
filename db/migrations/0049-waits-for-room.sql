-- How often work waited for room on a disk or in memory. Those attempts are counted by themselves: how long the next wait is must not depend on
-- how often a worker was killed before.
alter table runs add column room_waits integer not null default 0;
alter table extracts add column room_waits integer not null default 0;
