-- With when people came: those of some days whose name or address begins with a text are found in one index, whatever the order.
drop index people_by_name, people_by_email;
create index people_by_name on people_index (platform, role, is_disabled, name, user_id) include (email, created_at);
create index people_by_email on people_index (platform, role, is_disabled, email, user_id) include (name, created_at);

-- Devices whose name begins with a text are a range of an index in order, and no longer in the index of parts: names such as Lobby are many thousands'.
alter table screens alter column listed_name type text collate "C";
drop index devices_search;
create or replace function device_search_keys(platform text, searched text) returns bigint[] language sql immutable parallel safe
return part_keys(substr(searched, 2), hashtextextended(platform, 0));
create index devices_search on devices using gin (device_search_keys(platform, searched)) with (fastupdate = off);

-- The register in order of its device ids, of some days, without reading the screens of other days.
create index screens_by_code on screens (device_code, id);
