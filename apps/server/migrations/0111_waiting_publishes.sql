-- Publishes to offline devices, which are carried out when the screens are back.
create table waiting_publishes (
  id uuid primary key,
  playlist_id uuid not null references playlists on delete cascade,
  device_id uuid not null references devices on delete cascade,
  -- Account that asked for it. The publish is carried out with its rights.
  user_id uuid not null references users on delete cascade,
  schedule jsonb,
  requested_at timestamptz(3) not null,
  unique (device_id, playlist_id)
);
create index waiting_publishes_playlist on waiting_publishes (playlist_id);
create index waiting_publishes_user on waiting_publishes (user_id);
