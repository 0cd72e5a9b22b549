-- Albums contain documents, widgets, web pages and live streams besides photos and videos.
alter table files drop constraint files_kind_check;
alter table media drop constraint media_kind_check;
alter table binned_media drop constraint binned_media_kind_check;
-- the version before goes on: it writes images and videos only. It shows media of other kinds as photos that are not ready, and plays none of them.
alter table files add constraint files_kind_check check (kind in ('image', 'video', 'document', 'widget', 'web', 'live'));
-- the version before goes on: as above.
alter table media add constraint media_kind_check check (kind in ('image', 'video', 'document', 'widget', 'web', 'live'));
-- the version before goes on: as above.
alter table binned_media add constraint binned_media_kind_check check (kind in ('image', 'video', 'document', 'widget', 'web', 'live'));

-- Media other than photos and videos, their bytes, and the part of them that are documents.
alter table albums add column other_count integer not null default 0 check (other_count >= 0),
  add column document_count integer not null default 0 check (document_count >= 0),
  add column other_bytes bigint not null default 0 check (other_bytes >= 0);

create or replace function count_added_media() returns trigger language plpgsql as $$
begin
  update albums set image_count = image_count + change.images, video_count = video_count + change.videos,
    other_count = other_count + change.others, document_count = document_count + change.documents, size_bytes = albums.size_bytes + change.bytes,
    video_bytes = albums.video_bytes + change.videos_bytes, other_bytes = albums.other_bytes + change.others_bytes
  from (select album_id, count(*) filter (where kind = 'image') as images, count(*) filter (where kind = 'video') as videos,
          count(*) filter (where kind not in ('image', 'video')) as others, count(*) filter (where kind = 'document') as documents,
          sum(size_bytes) as bytes, coalesce(sum(size_bytes) filter (where kind = 'video'), 0) as videos_bytes,
          coalesce(sum(size_bytes) filter (where kind not in ('image', 'video')), 0) as others_bytes
        from added group by album_id) as change
  where albums.id = change.album_id;
  insert into album_contributions as known (album_id, user_id, size_bytes)
  select added.album_id, files.owner_id, sum(added.size_bytes) from added join albums on albums.id = added.album_id
    join files on files.id = added.file_id
  where files.owner_id <> albums.created_by group by added.album_id, files.owner_id
  on conflict (album_id, user_id) do update set size_bytes = known.size_bytes + excluded.size_bytes;
  return null;
end $$;

create or replace function count_removed_media() returns trigger language plpgsql as $$
begin
  update albums set image_count = image_count - change.images, video_count = video_count - change.videos,
    other_count = other_count - change.others, document_count = document_count - change.documents, size_bytes = albums.size_bytes - change.bytes,
    video_bytes = albums.video_bytes - change.videos_bytes, other_bytes = albums.other_bytes - change.others_bytes
  from (select album_id, count(*) filter (where kind = 'image') as images, count(*) filter (where kind = 'video') as videos,
          count(*) filter (where kind not in ('image', 'video')) as others, count(*) filter (where kind = 'document') as documents,
          sum(size_bytes) as bytes, coalesce(sum(size_bytes) filter (where kind = 'video'), 0) as videos_bytes,
          coalesce(sum(size_bytes) filter (where kind not in ('image', 'video')), 0) as others_bytes
        from removed group by album_id) as change
  where albums.id = change.album_id;
  update album_contributions as known set size_bytes = known.size_bytes - change.bytes
  from (select removed.album_id, files.owner_id, sum(removed.size_bytes) as bytes from removed join files on files.id = removed.file_id
        group by removed.album_id, files.owner_id) as change
  where known.album_id = change.album_id and known.user_id = change.owner_id;
  return null;
end $$;

create or replace function count_changed_media() returns trigger language plpgsql as $$
begin
  update albums set image_count = image_count + change.images, video_count = video_count + change.videos,
    other_count = other_count + change.others, document_count = document_count + change.documents, size_bytes = albums.size_bytes + change.bytes,
    video_bytes = albums.video_bytes + change.videos_bytes, other_bytes = albums.other_bytes + change.others_bytes
  from (
    select album_id, sum(sign) filter (where kind = 'image') as images, sum(sign) filter (where kind = 'video') as videos,
      sum(sign) filter (where kind not in ('image', 'video')) as others, sum(sign) filter (where kind = 'document') as documents,
      sum(sign * size_bytes)::bigint as bytes, sum(sign * size_bytes) filter (where kind = 'video') as videos_bytes,
      sum(sign * size_bytes) filter (where kind not in ('image', 'video')) as others_bytes
    from (select album_id, kind, size_bytes, 1 as sign from added union all select album_id, kind, size_bytes, -1 from removed) as rows
    group by album_id
  ) as sums
  cross join lateral (select coalesce(sums.images, 0) as images, coalesce(sums.videos, 0) as videos, coalesce(sums.others, 0) as others,
    coalesce(sums.documents, 0) as documents, sums.bytes, coalesce(sums.videos_bytes, 0)::bigint as videos_bytes,
    coalesce(sums.others_bytes, 0)::bigint as others_bytes) as change
  where albums.id = sums.album_id and (change.images, change.videos, change.others, change.documents, change.bytes, change.videos_bytes,
    change.others_bytes) is distinct from (0, 0, 0, 0, 0, 0, 0);
  -- A file's owner cannot change here: only media that moved or show another file count.
  insert into album_contributions as known (album_id, user_id, size_bytes)
  select change.album_id, change.user_id, sum(change.bytes) from (
    select added.album_id, files.owner_id as user_id, added.size_bytes as bytes from added join files on files.id = added.file_id
    union all
    select removed.album_id, files.owner_id, -removed.size_bytes from removed join files on files.id = removed.file_id
  ) as change join albums on albums.id = change.album_id
  where change.user_id <> albums.created_by group by change.album_id, change.user_id having sum(change.bytes) > 0
  on conflict (album_id, user_id) do update set size_bytes = known.size_bytes + excluded.size_bytes;
  update album_contributions as known set size_bytes = known.size_bytes - change.bytes
  from (
    select album_id, user_id, sum(bytes) as bytes from (
      select removed.album_id, files.owner_id as user_id, removed.size_bytes as bytes from removed join files on files.id = removed.file_id
      union all
      select added.album_id, files.owner_id, -added.size_bytes from added join files on files.id = added.file_id
    ) as rows group by album_id, user_id having sum(bytes) > 0
  ) as change
  where known.album_id = change.album_id and known.user_id = change.user_id;
  return null;
end $$;

-- The number of pages of a document, and the page of it that a derivative shows, from 1.
alter table files add column page_count smallint check (page_count > 0), add column page smallint not null default 0 check (page >= 0);
drop index files_derivative;
-- the version before goes on: it makes one derivative of each role and rotation, with page 0.
create unique index files_derivative on files (root_id, role, rotation, page) where root_id is not null;

-- Pages of a document that are shown, in order; null shows all of them in the order of the file.
alter table media add column page_order smallint[] check (cardinality(page_order) between 1 and 200);
alter table binned_media add column page_order smallint[];

-- Media have the shape of the first page that they show.
create or replace function keep_ratio_of_media() returns trigger language plpgsql as $$
begin
  select shown_ratio(coalesce(page.width, files.width), coalesce(page.height, files.height), new.rotation),
    coalesce(new.taken_edited_at, files.taken_at + make_interval(mins => coalesce(files.taken_offset_min, 0))), files.place
  into new.ratio, new.taken_clock_at, new.place from files
  left join files page on page.root_id = files.id and page.role = 'screen' and page.rotation = 0 and page.page = new.page_order[1] and page.page > 0
  where files.id = new.file_id;
  new.ratio := coalesce(new.ratio, 0);
  return new;
end $$;
create trigger media_pages before update of page_order on media for each row execute function keep_ratio_of_media();

create or replace function keep_ratio_of_file() returns trigger language plpgsql as $$
begin
  update media set ratio = shown_ratio(new.width, new.height, rotation) where file_id = new.id and coalesce(page_order[1], 1) = 1;
  return null;
end $$;
