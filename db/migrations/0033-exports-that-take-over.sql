-- The storefront_config that an extract brings with it, such as a newer product export. It becomes the shop's own when the extract completes; if the
-- extract fails or is cancelled, the shop keeps the one it had.
alter table extracts add column storefront_config jsonb;
