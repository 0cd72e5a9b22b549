-- Further settings that devices had before one call changed them on many. The version before goes on: it neither stores nor restores them.
alter table replaced_settings add column fit text;
alter table replaced_settings add column rotation smallint;
alter table replaced_settings add column volume smallint;
alter table replaced_settings add column time_zone text;
-- Hashes of what the call set. Null for a setting that it left as it was.
alter table replaced_settings add column fit_set bigint;
alter table replaced_settings add column rotation_set bigint;
alter table replaced_settings add column volume_set bigint;
alter table replaced_settings add column time_zone_set bigint;

-- A change of thousands of devices rewrites as many rows. With space in its page for the next version of each, no index is written. `devices_search` has about
-- 200 entries for each device. Rows of pages that are full move to other pages with their next change.
alter table devices set (fillfactor = 50);
