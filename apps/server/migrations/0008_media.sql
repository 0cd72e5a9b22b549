create table media (
  id uuid primary key,
  album_id uuid not null references albums (id),
  file_id uuid not null references files (id),
  kind text not null check (kind in ('image', 'video')),
  name text not null check (char_length(name) <= 255),
  caption text not null default '' check (char_length(caption) <= 250),
  sequence double precision not null,
  status smallint not null default 1 check (status in (0, 1, 2, 5, 6, 9)),
  failure_reason text,
  uploaded_by uuid not null references users (id),
  -- Of the original, as in files: sums and sorts need no join.
  size_bytes bigint not null check (size_bytes >= 0),
  -- Clockwise degrees the picture is shown turned by; its original stays as it is.
  rotation smallint not null default 0 check (rotation in (0, 90, 180, 270)),
  -- Whose album it is in, so that one lookup searches all that a person has.
  owner_id uuid,
  -- 1000 * width / height as it is shown, 0 while unknown: the shape of a whole album is read from one index.
  ratio integer not null default 0 check (ratio between 0 and 65535),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((status = 9) = (failure_reason is not null))
);
-- One index for each order media are listed in, of all kinds and of one.
create index media_sequence on media (album_id, sequence, id) include (ratio);
create index media_name on media (album_id, lower(name), id);
create index media_recent on media (album_id, updated_at desc, id desc);
create index media_kind_sequence on media (album_id, kind, sequence, id) include (ratio);
create index media_kind_name on media (album_id, kind, lower(name), id);
create index media_kind_recent on media (album_id, kind, updated_at desc, id desc);
create index media_file on media (file_id);
create index media_uploaded_by on media (uploaded_by);

-- Media moved here keep their ids, so that a restored one is the same as before.
create table binned_media (
  id uuid primary key,
  album_id uuid not null references albums (id) on delete cascade,
  file_id uuid not null references files (id),
  kind text not null check (kind in ('image', 'video')),
  name text not null,
  caption text not null,
  sequence double precision not null,
  status smallint not null,
  failure_reason text,
  uploaded_by uuid not null references users (id),
  size_bytes bigint not null,
  rotation smallint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3) not null default now(),
  -- Went with its album, and comes back with it.
  with_album boolean not null default false
);
create index binned_media_album on binned_media (album_id, deleted_at desc, id desc);
create index binned_media_deleted on binned_media (deleted_at);
create index binned_media_file on binned_media (file_id);
create index binned_media_uploaded_by on binned_media (uploaded_by);

-- What people put into albums of others: it counts as stored by them.
create table album_contributions (
  album_id uuid not null references albums (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  size_bytes bigint not null check (size_bytes >= 0),
  primary key (album_id, user_id)
);
create index album_contributions_user on album_contributions (user_id);

-- One statement, one update per album: adds what came and takes away what went.
create function count_added_media() returns trigger language plpgsql as $$
begin
  update albums set image_count = image_count + change.images, video_count = video_count + change.videos,
    size_bytes = albums.size_bytes + change.bytes, video_bytes = albums.video_bytes + change.videos_bytes
  from (select album_id, count(*) filter (where kind = 'image') as images, count(*) filter (where kind = 'video') as videos,
          sum(size_bytes) as bytes, coalesce(sum(size_bytes) filter (where kind = 'video'), 0) as videos_bytes
        from added group by album_id) as change
  where albums.id = change.album_id;
  insert into album_contributions as known (album_id, user_id, size_bytes)
  select added.album_id, added.uploaded_by, sum(added.size_bytes) from added join albums on albums.id = added.album_id
  where added.uploaded_by <> albums.created_by group by added.album_id, added.uploaded_by
  on conflict (album_id, user_id) do update set size_bytes = known.size_bytes + excluded.size_bytes;
  return null;
end $$;
create function count_removed_media() returns trigger language plpgsql as $$
begin
  update albums set image_count = image_count - change.images, video_count = video_count - change.videos,
    size_bytes = albums.size_bytes - change.bytes, video_bytes = albums.video_bytes - change.videos_bytes
  from (select album_id, count(*) filter (where kind = 'image') as images, count(*) filter (where kind = 'video') as videos,
          sum(size_bytes) as bytes, coalesce(sum(size_bytes) filter (where kind = 'video'), 0) as videos_bytes
        from removed group by album_id) as change
  where albums.id = change.album_id;
  update album_contributions as known set size_bytes = known.size_bytes - change.bytes
  from (select album_id, uploaded_by, sum(size_bytes) as bytes from removed group by album_id, uploaded_by) as change
  where known.album_id = change.album_id and known.user_id = change.uploaded_by;
  return null;
end $$;
create function count_changed_media() returns trigger language plpgsql as $$
begin
  update albums set image_count = image_count + change.images, video_count = video_count + change.videos,
    size_bytes = albums.size_bytes + change.bytes, video_bytes = albums.video_bytes + change.videos_bytes
  from (
    select album_id, sum(images)::integer as images, sum(videos)::integer as videos, sum(bytes)::bigint as bytes,
      sum(video_bytes)::bigint as videos_bytes from (
      select album_id, (kind = 'image')::integer as images, (kind = 'video')::integer as videos, size_bytes as bytes,
        case when kind = 'video' then size_bytes else 0 end as video_bytes from added
      union all
      select album_id, -(kind = 'image')::integer, -(kind = 'video')::integer, -size_bytes, case when kind = 'video' then -size_bytes else 0 end from removed
    ) as rows group by album_id
  ) as change
  where albums.id = change.album_id and (change.images <> 0 or change.videos <> 0 or change.bytes <> 0 or change.videos_bytes <> 0);
  insert into album_contributions as known (album_id, user_id, size_bytes)
  select change.album_id, change.user_id, sum(change.bytes) from (
    select album_id, uploaded_by as user_id, size_bytes as bytes from added
    union all
    select album_id, uploaded_by, -size_bytes from removed
  ) as change join albums on albums.id = change.album_id
  where change.user_id <> albums.created_by group by change.album_id, change.user_id having sum(change.bytes) > 0
  on conflict (album_id, user_id) do update set size_bytes = known.size_bytes + excluded.size_bytes;
  update album_contributions as known set size_bytes = known.size_bytes - change.bytes
  from (
    select album_id, user_id, sum(bytes) as bytes from (
      select album_id, uploaded_by as user_id, size_bytes as bytes from removed
      union all
      select album_id, uploaded_by, -size_bytes from added
    ) as rows group by album_id, user_id having sum(bytes) > 0
  ) as change
  where known.album_id = change.album_id and known.user_id = change.user_id;
  return null;
end $$;
create trigger media_added after insert on media referencing new table as added for each statement execute function count_added_media();
create trigger media_removed after delete on media referencing old table as removed for each statement execute function count_removed_media();
create trigger media_changed after update on media referencing old table as removed new table as added for each statement execute function count_changed_media();

create function set_media_owner() returns trigger language plpgsql as $$
begin
  new.owner_id := (select created_by from albums where id = new.album_id);
  return new;
end $$;
create trigger media_owner before insert or update of album_id on media for each row execute function set_media_owner();

create function shown_ratio(width integer, height integer, rotation integer) returns integer language sql immutable as $$
  select case when width is null or height is null then 0
    when rotation in (90, 270) then greatest(1, least(65535, round(1000 * height::float8 / width)))::integer
    else greatest(1, least(65535, round(1000 * width::float8 / height)))::integer end
$$;

create function keep_ratio_of_media() returns trigger language plpgsql as $$
begin
  new.ratio := coalesce((select shown_ratio(width, height, new.rotation) from files where id = new.file_id), 0);
  return new;
end $$;
create trigger media_shape before insert or update of file_id, rotation on media for each row execute function keep_ratio_of_media();

create function keep_ratio_of_file() returns trigger language plpgsql as $$
begin
  update media set ratio = shown_ratio(new.width, new.height, rotation) where file_id = new.id;
  return null;
end $$;
create trigger files_shape after update of width, height on files for each row
  when (new.root_id is null and (old.width, old.height) is distinct from (new.width, new.height)) execute function keep_ratio_of_file();

-- Whose and which part of a name in one key: a search reads what this person has of this part, not what all have of it. Keys are
-- hashes, eight bytes each: what they find is compared with the text in any case.
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

-- A zip asked for and not fetched yet: a browser's download carries no body.
create table zip_tickets (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  album_id uuid not null references albums (id) on delete cascade,
  -- Null for the whole album.
  media_ids uuid[],
  expires_at timestamptz(3) not null
);
create index zip_tickets_expiry on zip_tickets (expires_at);
create index zip_tickets_user on zip_tickets (user_id);
create index zip_tickets_album on zip_tickets (album_id);
