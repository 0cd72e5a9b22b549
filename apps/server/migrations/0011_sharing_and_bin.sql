-- Substrings of names, found by index.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

alter table albums
  -- What its card shows and its rules ask, kept true by the triggers on media below.
  add column image_count integer not null default 0 check (image_count >= 0),
  add column video_count integer not null default 0 check (video_count >= 0),
  add column size_bytes bigint not null default 0 check (size_bytes >= 0),
  -- The cover somebody chose; otherwise its first picture.
  add column thumbnail_file_id uuid references files (id) on delete set null,
  add column thumbnail_rotation smallint not null default 0 check (thumbnail_rotation in (0, 90, 180, 270)),
  -- In the bin since then; its media are in binned_media.
  add column deleted_at timestamptz(3);
create index albums_thumbnail on albums (thumbnail_file_id) where thumbnail_file_id is not null;
create index albums_org on albums (org_id, updated_at desc, id desc) where org_id is not null and deleted_at is null;
create index albums_deleted on albums (deleted_at) where deleted_at is not null;

alter table albums add constraint albums_org_id_fkey foreign key (org_id) references organisations (id) on delete set null;

alter table media
  drop column progress,
  -- Of the original, as in files: sums and sorts need no join.
  add column size_bytes bigint not null default 0 check (size_bytes >= 0),
  -- Clockwise degrees the picture is shown turned by; its original stays as it is.
  add column rotation smallint not null default 0 check (rotation in (0, 90, 180, 270));
update media set size_bytes = files.size_bytes from files where files.id = media.file_id;
alter table media alter column size_bytes drop default;

update albums set image_count = contents.images, video_count = contents.videos, size_bytes = contents.bytes
from (
  select album_id, count(*) filter (where kind = 'image') as images, count(*) filter (where kind = 'video') as videos, sum(size_bytes) as bytes
  from media group by album_id
) as contents
where albums.id = contents.album_id;

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
create index media_uploaded_by on media (uploaded_by);

-- Who else may see an album. The id is the invitation's.
create table album_shares (
  id uuid primary key,
  album_id uuid not null references albums (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  -- In lower case, while nobody has an account with this address.
  email text check (char_length(email) <= 254),
  permission text not null check (permission in ('read', 'write')),
  accepted_at timestamptz(3),
  invited_by uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((user_id is null) = (email is not null)),
  check (accepted_at is null or user_id is not null)
);
create unique index album_shares_member on album_shares (album_id, user_id) where user_id is not null;
create unique index album_shares_email on album_shares (album_id, email) where email is not null;
create index album_shares_user on album_shares (user_id, album_id) where user_id is not null;
create index album_shares_waiting on album_shares (email) where email is not null;
create index album_shares_invited_by on album_shares (invited_by);

-- One statement, one update per album: adds what came and takes away what went.
create function count_added_media() returns trigger language plpgsql as $$
begin
  update albums set image_count = image_count + change.images, video_count = video_count + change.videos, size_bytes = albums.size_bytes + change.bytes
  from (select album_id, count(*) filter (where kind = 'image') as images, count(*) filter (where kind = 'video') as videos, sum(size_bytes) as bytes
        from added group by album_id) as change
  where albums.id = change.album_id;
  return null;
end $$;
create function count_removed_media() returns trigger language plpgsql as $$
begin
  update albums set image_count = image_count - change.images, video_count = video_count - change.videos, size_bytes = albums.size_bytes - change.bytes
  from (select album_id, count(*) filter (where kind = 'image') as images, count(*) filter (where kind = 'video') as videos, sum(size_bytes) as bytes
        from removed group by album_id) as change
  where albums.id = change.album_id;
  return null;
end $$;
create function count_changed_media() returns trigger language plpgsql as $$
begin
  update albums set image_count = image_count + change.images, video_count = video_count + change.videos, size_bytes = albums.size_bytes + change.bytes
  from (
    select album_id, sum(images)::integer as images, sum(videos)::integer as videos, sum(bytes)::bigint as bytes from (
      select album_id, (kind = 'image')::integer as images, (kind = 'video')::integer as videos, size_bytes as bytes from added
      union all
      select album_id, -(kind = 'image')::integer, -(kind = 'video')::integer, -size_bytes from removed
    ) as rows group by album_id
  ) as change
  where albums.id = change.album_id and (change.images <> 0 or change.videos <> 0 or change.bytes <> 0);
  return null;
end $$;
create trigger media_added after insert on media referencing new table as added for each statement execute function count_added_media();
create trigger media_removed after delete on media referencing old table as removed for each statement execute function count_removed_media();
create trigger media_changed after update on media referencing old table as removed new table as added for each statement execute function count_changed_media();

-- The wall's copy of a turned picture stands beside the copy of the unturned one.
alter table files add column rotation smallint not null default 0 check (rotation in (0, 90, 180, 270));
drop index files_derivative;
create unique index files_derivative on files (root_id, role, rotation) where root_id is not null;

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

-- E-mail addresses by their beginning, for sharing.
create index users_email_start on users (lower(email) text_pattern_ops);
