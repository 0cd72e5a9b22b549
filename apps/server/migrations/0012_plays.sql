-- Up to which number a screen's plays are counted. Locked while a batch is counted, so that a batch told twice counts once.
create table screen_plays (
  screen_id uuid primary key references screens (id) on delete cascade,
  sequence bigint not null default 0 check (sequence >= 0),
  -- plays it dropped before it could tell them, as it says
  lost bigint not null default 0 check (lost >= 0)
);

-- What a device has shown, by day of its own time zone. What is gone from albums and playlists stays counted, so neither is referenced.
create table device_plays (
  device_id uuid not null references devices (id) on delete cascade,
  day date not null,
  playlist_id uuid not null,
  media_id uuid not null,
  count bigint not null check (count >= 0),
  shown_ms bigint not null check (shown_ms >= 0),
  primary key (device_id, day, playlist_id, media_id)
);
create index device_plays_day on device_plays (day);
