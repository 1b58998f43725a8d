-- What a running extract asks its platform for again and again, as a sentence for people. Null: nothing, or it isn't running.
alter table extracts add column waiting text;
