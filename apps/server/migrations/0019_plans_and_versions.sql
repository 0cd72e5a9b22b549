-- What an account has in place of the Free plan, until it ends.
create table subscriptions (
  user_id uuid primary key references users (id) on delete cascade,
  plan_name text not null check (char_length(plan_name) between 1 and 50),
  devices integer not null check (devices >= 0),
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);

-- Versions of the program on the screens.
create table versions (
  id uuid primary key,
  url text not null check (char_length(url) between 1 and 500),
  version text not null check (char_length(version) between 1 and 32),
  version_code text not null unique check (char_length(version_code) between 1 and 32),
  created_at timestamptz(3) not null default now()
);

-- The version a device was last told to load, with the order that told it.
create table version_updates (
  device_id uuid primary key references devices (id) on delete cascade,
  version_id uuid not null references versions (id) on delete cascade,
  action_id uuid not null unique,
  completed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index version_updates_version on version_updates (version_id);
