-- Changes of publishes: one row for all devices that got the same change at once. A null `publish` is a removal. The version before does not write these
-- tables: what it changes during an update is missing until the next snapshot.
create table publish_changes (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  device_ids uuid[] not null,
  playlist_id uuid not null,
  publish jsonb
);
create index publish_changes_at on publish_changes (at);
create index publish_changes_devices on publish_changes using gin (device_ids);

-- All publishes of a device at one moment. Changes with a greater id than `after_id` continue from it.
create table publish_snapshots (
  device_id uuid not null references devices on delete cascade,
  at timestamptz(3) not null,
  after_id bigint not null,
  publishes jsonb not null,
  primary key (device_id, at)
);
create index publish_snapshots_at on publish_snapshots (at);

-- Which playlists screens began to show, as they reported: one row for the reports that were stored together.
create table shown_reports (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  device_ids uuid[] not null,
  playlist_ids uuid[] not null
);
create index shown_reports_at on shown_reports (at);
create index shown_reports_devices on shown_reports using gin (device_ids);

-- When a playlist had something to show, by the time at which that changed. Null `periods` are always.
create table playlist_availability (
  playlist_id uuid not null references playlists on delete cascade,
  at timestamptz(3) not null default now(),
  is_playable boolean not null,
  periods jsonb,
  primary key (playlist_id, at)
);
insert into playlist_availability (playlist_id, is_playable, periods)
select playlist_id, items <> '[]', periods from playlist_contents;
