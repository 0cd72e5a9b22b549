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
);
create index publishes_playlist on publishes (playlist_id);
create unique index publishes_one_main on publishes (device_id) where is_main;

-- Immutable: a change writes the next revision and raises screens.revision in the same transaction.
create table manifests (
  screen_id uuid not null references screens (id) on delete cascade,
  revision integer not null,
  body jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (screen_id, revision)
);
