-- Screenshots of devices: the latest ones, and one for each of the last hours.
create table device_screenshots (
  id uuid primary key,
  device_id uuid not null references devices (id) on delete cascade,
  taken_at timestamptz(3) not null,
  -- Taken by a program on the machine. Otherwise, the page has drawn it from what it shows.
  is_capture boolean not null,
  is_hourly boolean not null,
  -- The photo that the screen said to show; null for everything else, and for several zones.
  media_id uuid,
  -- Mean distance of the brightness to the one of the photo, from 0 to 1. Null when they cannot be compared.
  distance real check (distance between 0 and 1),
  width smallint not null check (width > 0),
  height smallint not null check (height > 0),
  -- WebP.
  bytes bytea not null check (octet_length(bytes) between 1 and 400000)
);
create index device_screenshots_device on device_screenshots (device_id, is_hourly, id desc);

-- When a screenshot of a device was requested, and when the next one is due.
create table screenshot_states (
  device_id uuid primary key references devices (id) on delete cascade,
  is_hourly boolean not null default false,
  next_at timestamptz(3),
  -- A screenshot is accepted once for each request.
  requested_at timestamptz(3),
  -- Whether the open request is an hourly one.
  is_scheduled boolean not null default false,
  -- Whether the last screenshot differs from what should be shown.
  differs boolean not null default false,
  compared_at timestamptz(3),
  check (is_hourly = (next_at is not null))
);
create index screenshot_states_next on screenshot_states (next_at) where next_at is not null;
