-- A cover that was turned, as albums have it.
alter table playlists add column thumbnail_rotation smallint not null default 0 check (thumbnail_rotation in (0, 90, 180, 270));

-- One index for each order playlists are listed in, of a person and of an organisation. By size they are counted up: that is no column.
create index playlists_created on playlists (user_id, created_at desc, id desc);
create index playlists_org_created on playlists (org_id, created_at desc, id desc) where org_id is not null;
create index playlists_org_name on playlists (org_id, lower(name), id) where org_id is not null;
