-- Publishes that one call has removed from many devices, so that it can be undone for a day.
create table removed_publishes (
  removal_id uuid not null,
  removed_by uuid not null references users on delete cascade,
  removed_at timestamptz(3) not null default now(),
  id uuid not null,
  playlist_id uuid not null references playlists on delete cascade,
  device_id uuid not null references devices on delete cascade,
  is_main boolean not null,
  activated_at timestamptz(3),
  schedule jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (removal_id, device_id)
);
create index removed_publishes_removed on removed_publishes (removed_at);
create index removed_publishes_person on removed_publishes (removed_by);
create index removed_publishes_playlist on removed_publishes (playlist_id);
create index removed_publishes_device on removed_publishes (device_id);
