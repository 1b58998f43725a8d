-- Whoever watches the installation counts the feeds that wait for a person; of all runs ever made, a few are held.
create index runs_held on runs (feed_id, id) where publication = 'held';
