-- An action and a kind of object that never go together are found to have nothing without reading all of either.
create index audit_entries_action_kind on audit_entries (action, object_kind, id);

-- What begins with a text is a range of the indexes in order of name and of address, whatever the database takes for alphabetical.
drop index people_search;
alter table people_index alter column name type text collate "C", alter column email type text collate "C";
-- The index of parts has the rest: a text that is not at the beginning is whole behind the first character. First names, which many share, are no longer in it.
create or replace function person_search_keys(platform text, name text, email text) returns bigint[] language sql immutable parallel safe
return part_keys(substr(name, 2) || chr(10) || substr(email, 2), hashtextextended(platform, 0));
create index people_search on people_index using gin (person_search_keys(platform, name, email)) with (fastupdate = off);
