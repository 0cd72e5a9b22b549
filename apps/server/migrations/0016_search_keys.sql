-- Whose and which part of a name in one key: a search reads what this person has of this part, not what all have of it. Keys are
-- hashes, eight bytes each: what they find is compared with the text in any case.
drop index media_search;
drop function search_grams;

create function search_keys(whose uuid, parts text[]) returns bigint[] language sql immutable parallel safe
return (select array_agg(hashtextextended(part, uuid_hash_extended(whose, 0))) from unnest(parts) as part);

-- Parts of one, two and three characters, of whoever owns the album and of the album itself. A loop: a query in its place takes
-- three times as long, for each media that is added.
create function media_search_keys(owner uuid, album uuid, name text, caption text) returns bigint[] language plpgsql immutable parallel safe as $$
declare
  content text := lower(name) || chr(10) || lower(caption);
  owned bigint := uuid_hash_extended(owner, 0);
  held bigint := uuid_hash_extended(album, 0);
  keys bigint[] := '{}';
  part text;
begin
  for place in 1 .. char_length(content) loop
    for width in 1 .. 3 loop
      part := substr(content, place, width);
      keys := keys || hashtextextended(part, owned) || hashtextextended(part, held);
    end loop;
  end loop;
  return keys;
end $$;
-- Written to at once: a list of pending entries would have to be read by every search.
create index media_search on media using gin (media_search_keys(owner_id, album_id, name, caption)) with (fastupdate = off);
