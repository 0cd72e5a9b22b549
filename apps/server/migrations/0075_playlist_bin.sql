-- Deleted playlists, restorable for 30 days. They leave their table, so that neither lists nor limits nor screens see them, also in the previous version.
create table binned_playlists (
  -- Of the playlist, which has the same id after it is restored.
  id uuid primary key,
  name text not null,
  caption text not null,
  user_id uuid not null references users (id) on delete cascade,
  org_id uuid references organisations (id) on delete set null,
  thumbnail_file_id uuid references files (id) on delete set null,
  thumbnail_rotation smallint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3) not null default now()
);
create index binned_playlists_user on binned_playlists (user_id, deleted_at desc, id desc);
create index binned_playlists_org on binned_playlists (org_id, deleted_at desc, id desc) where org_id is not null;
create index binned_playlists_deleted on binned_playlists (deleted_at);
create index binned_playlists_thumbnail on binned_playlists (thumbnail_file_id) where thumbnail_file_id is not null;

create table binned_playlist_albums (
  playlist_id uuid not null references binned_playlists (id) on delete cascade,
  album_id uuid not null references albums (id) on delete cascade,
  duration_s integer not null,
  sequence integer not null,
  primary key (playlist_id, album_id)
);
create index binned_playlist_albums_album on binned_playlist_albums (album_id);
