-- A family is of one owner, and what belongs to it is that account's: it pays for it, and goes with it.
delete from organisations where not exists (
  select from organisation_members member where member.org_id = organisations.id and member.org_role = 'owner');

-- Each person owns at most one family and is added to at most one.
create unique index organisation_members_one_of_each on organisation_members (user_id, org_role);

-- Addresses that join once somebody proves that they are theirs. Those that wait take a member's place.
create table organisation_invitations (
  id uuid primary key,
  org_id uuid not null references organisations (id) on delete cascade,
  email text not null check (char_length(email) <= 254 and email = lower(email)),
  invited_by uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  unique (org_id, email)
);
create index organisation_invitations_email on organisation_invitations (email, created_at);
create index organisation_invitations_by on organisation_invitations (invited_by);

alter table notifications drop constraint notifications_invitation_type_check;
alter table notifications add constraint notifications_invitation_type_check check (invitation_type in ('share_album', 'family'));

-- What belongs to an organisation is its owner's; members make it in the owner's name.
update albums set created_by = member.user_id from organisation_members member
  where member.org_id = albums.org_id and member.org_role = 'owner' and albums.created_by <> member.user_id;
update playlists set user_id = member.user_id from organisation_members member
  where member.org_id = playlists.org_id and member.org_role = 'owner' and playlists.user_id <> member.user_id;
update devices set user_id = member.user_id from organisation_members member
  where member.org_id = devices.org_id and member.org_role = 'owner' and devices.user_id <> member.user_id;

-- Whose plan has the room that was promised; `user_id` is who brings the bytes.
alter table upload_reservations add column payer_id uuid references users (id) on delete cascade;
update upload_reservations set payer_id = user_id;
alter table upload_reservations alter column payer_id set not null;
create index upload_reservations_payer on upload_reservations (payer_id);

-- Under which key media are found by name: all of an organisation under its own, so that one look finds what its members share.
create or replace function set_media_owner() returns trigger language plpgsql as $$
begin
  new.owner_id := (select coalesce(org_id, created_by) from albums where id = new.album_id);
  return new;
end $$;
-- Under which keys more of somebody's media are found: those of families they dissolved. To write their own into each media would take minutes.
create table further_search_keys (
  key uuid primary key,
  user_id uuid not null references users (id) on delete cascade
);
create index further_search_keys_user on further_search_keys (user_id);
update media set owner_id = albums.org_id from albums where albums.id = media.album_id and albums.org_id is not null;

-- What counts as stored by somebody is what their files are; who brought them may be a member of the family that pays.
create or replace function count_added_media() returns trigger language plpgsql as $$
begin
  update albums set image_count = image_count + change.images, video_count = video_count + change.videos,
    size_bytes = albums.size_bytes + change.bytes, video_bytes = albums.video_bytes + change.videos_bytes
  from (select album_id, count(*) filter (where kind = 'image') as images, count(*) filter (where kind = 'video') as videos,
          sum(size_bytes) as bytes, coalesce(sum(size_bytes) filter (where kind = 'video'), 0) as videos_bytes
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
    size_bytes = albums.size_bytes - change.bytes, video_bytes = albums.video_bytes - change.videos_bytes
  from (select album_id, count(*) filter (where kind = 'image') as images, count(*) filter (where kind = 'video') as videos,
          sum(size_bytes) as bytes, coalesce(sum(size_bytes) filter (where kind = 'video'), 0) as videos_bytes
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
  -- Whose the files are cannot change here: only media that went elsewhere or show another file count.
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

-- Who brought something may be gone: to write another into each of a hundred thousand media would take longer than anybody waits.
alter table media drop constraint media_uploaded_by_fkey;
alter table binned_media drop constraint binned_media_uploaded_by_fkey;
drop index media_uploaded_by;
