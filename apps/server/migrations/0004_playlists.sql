create table playlists (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 50),
  caption text not null default '' check (char_length(caption) <= 250),
  user_id uuid not null references users (id) on delete cascade,
  org_id uuid,
  thumbnail_file_id uuid references files (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index playlists_recent on playlists (user_id, updated_at desc, id desc);
create index playlists_name on playlists (user_id, lower(name), id);
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
