-- The request or the work that asked for an extract or a run, as the W3C's traceparent, so that the worker goes on with its trace.
-- Null where no trace was open. Versions that don't know the columns leave them alone.
alter table extracts add column traceparent text;
alter table runs add column traceparent text;
