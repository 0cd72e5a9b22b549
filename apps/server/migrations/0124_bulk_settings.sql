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
