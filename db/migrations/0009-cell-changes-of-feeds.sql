-- A change of a cell goes with its feed, and a feed with its shop; checking the shop for each of 100,000 changes took a sixth of the time.
alter table cell_changes drop constraint cell_changes_shop_id_fkey;
