-- Publishes of deleted playlists. They return with their schedules when the playlist is restored.
create table binned_publishes (
  id uuid primary key,
  playlist_id uuid not null references binned_playlists (id) on delete cascade,
  device_id uuid not null references devices (id) on delete cascade,
  is_main boolean not null,
  activated_at timestamptz(3),
  schedule jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (playlist_id, device_id)
);
create index binned_publishes_device on binned_publishes (device_id);
