create table publishes (
  id uuid primary key,
  playlist_id uuid not null references playlists (id) on delete cascade,
  device_id uuid not null references devices (id) on delete cascade,
  is_main boolean not null default false,
  activated_at timestamptz(3),
  schedule jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (device_id, playlist_id)
)
-- As of screens: room for the next version of each row.
with (fillfactor = 50);
create index publishes_playlist on publishes (playlist_id);
create unique index publishes_one_main on publishes (device_id) where is_main;

-- What a playlist puts into the manifest of every screen that shows it, as JSON, printed once. Manifests themselves are put together when a screen asks.
create table playlist_contents (
  playlist_id uuid primary key references playlists (id) on delete cascade,
  -- SHA-256 of its name, items and files: whether screens have to hear of a change.
  digest bytea not null,
  items text not null,
  files text not null,
  -- Of those files: what a screen that shows it may fetch.
  sha256s bytea[] not null
);
-- Searched for every file that is asked for; hashes do not compress anyway.
alter table playlist_contents alter column sha256s set storage external;
