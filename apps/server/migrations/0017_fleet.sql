-- Versions of the program on the screens.
create table versions (
  id uuid primary key,
  url text not null check (char_length(url) between 1 and 500),
  version text not null check (char_length(version) between 1 and 32),
  version_code text not null unique check (char_length(version_code) between 1 and 32),
  created_at timestamptz(3) not null default now()
);

-- The version a device was last told to load, with the device command that asked for it.
create table version_updates (
  device_id uuid primary key references devices (id) on delete cascade,
  version_id uuid not null references versions (id) on delete cascade,
  command_id uuid not null unique,
  completed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index version_updates_version on version_updates (version_id);
