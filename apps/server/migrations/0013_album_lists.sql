-- One index for each order albums are listed in, of a person and of an organisation; what lies in the bin is in none of them.
drop index albums_recent;
drop index albums_name;
drop index albums_org;
-- By time and not by id alone: a scan of the primary key, which the planner would take for it, reads everybody's.
create index albums_created on albums (created_by, created_at desc, id desc);
create index albums_recent on albums (created_by, updated_at desc, id desc) where deleted_at is null;
create index albums_name on albums (created_by, lower(name), id) where deleted_at is null;
create index albums_size on albums (created_by, size_bytes, id) where deleted_at is null;
create index albums_org_created on albums (org_id, created_at desc, id desc) where org_id is not null;
create index albums_org_recent on albums (org_id, updated_at desc, id desc) where org_id is not null and deleted_at is null;
create index albums_org_name on albums (org_id, lower(name), id) where org_id is not null and deleted_at is null;
create index albums_org_size on albums (org_id, size_bytes, id) where org_id is not null and deleted_at is null;

-- Storage by kind without looking at media.
alter table albums add column video_bytes bigint not null default 0 check (video_bytes >= 0);
update albums set video_bytes = contents.bytes
from (select album_id, sum(size_bytes) as bytes from media where kind = 'video' group by album_id) as contents
where albums.id = contents.album_id;

-- What people put into albums of others: it counts as stored by them.
create table album_contributions (
  album_id uuid not null references albums (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  size_bytes bigint not null check (size_bytes >= 0),
  primary key (album_id, user_id)
);
create index album_contributions_user on album_contributions (user_id);
insert into album_contributions
select media.album_id, media.uploaded_by, sum(media.size_bytes) from media join albums on albums.id = media.album_id
where media.uploaded_by <> albums.created_by group by media.album_id, media.uploaded_by;

create or replace function count_added_media() returns trigger language plpgsql as $$
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
create or replace function count_removed_media() returns trigger language plpgsql as $$
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
create or replace function count_changed_media() returns trigger language plpgsql as $$
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

-- Substrings of one, two and three characters: what a search for any part of a name can be answered from.
create function search_grams(variadic texts text[]) returns text[] language sql immutable parallel safe as $$
  select array_agg(substr(part, place, width))
  from unnest(texts) as part, generate_series(1, 3) as width, generate_series(1, char_length(part) - width + 1) as place
$$;

-- Whose album a media is in, so that one lookup searches all that a person has.
alter table media add column owner_id uuid;
update media set owner_id = albums.created_by from albums where albums.id = media.album_id;
create function set_media_owner() returns trigger language plpgsql as $$
begin
  new.owner_id := (select created_by from albums where id = new.album_id);
  return new;
end $$;
create trigger media_owner before insert or update of album_id on media for each row execute function set_media_owner();
-- The album as text, so that no other index on albums looks cheaper to the planner: it would read all of a shared album.
-- Written to at once: a list of pending entries would have to be read by every search.
create index media_search on media using gin (owner_id, (album_id::text), search_grams(lower(name), lower(caption))) with (fastupdate = off);
