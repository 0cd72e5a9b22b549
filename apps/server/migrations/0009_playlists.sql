create table playlists (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 50),
  caption text not null default '' check (char_length(caption) <= 250),
  user_id uuid not null references users (id) on delete cascade,
  org_id uuid references organisations (id) on delete set null,
  thumbnail_file_id uuid references files (id) on delete set null,
  thumbnail_rotation smallint not null default 0 check (thumbnail_rotation in (0, 90, 180, 270)),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- One index for each order playlists are listed in, of a person and of an organisation. By size they are counted up: that is no column.
create index playlists_created on playlists (user_id, created_at desc, id desc);
create index playlists_recent on playlists (user_id, updated_at desc, id desc);
create index playlists_name on playlists (user_id, lower(name), id);
create index playlists_org_created on playlists (org_id, created_at desc, id desc) where org_id is not null;
create index playlists_org on playlists (org_id, updated_at desc, id desc) where org_id is not null;
create index playlists_org_name on playlists (org_id, lower(name), id) where org_id is not null;
create index playlists_thumbnail on playlists (thumbnail_file_id) where thumbnail_file_id is not null;

create table playlist_albums (
  playlist_id uuid not null references playlists (id) on delete cascade,
  album_id uuid not null references albums (id) on delete cascade,
  -- seconds each image of the album stays; 0 takes the default
  duration_s integer not null default 0 check (duration_s between 0 and 3600),
  sequence integer not null check (sequence >= 1),
  primary key (playlist_id, album_id)
);
create index playlist_albums_album on playlist_albums (album_id);
