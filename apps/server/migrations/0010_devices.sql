-- The registry: every screen that ever introduced itself.
create table screens (
  id uuid primary key,
  device_code text not null unique check (device_code ~ '^[A-Z][0-9]{5}$'),
  last_code text,
  secret_hash bytea not null,
  version_code text,
  -- the newest manifest made for it; only ever grows, also from one owner to the next
  revision integer not null default 0,
  environment text not null default 'live' check (environment in ('test', 'dev', 'live')),
  -- the live process its socket is on; null while offline
  live_process_id text,
  -- what it last said of itself (contract: ScreenReport)
  report jsonb,
  reported_at timestamptz(3),
  -- where its live link last came from
  address text check (char_length(address) <= 64),
  created_at timestamptz(3) not null default now(),
  -- written on transitions and spread checkpoints, not on every heartbeat
  seen_at timestamptz(3) not null default now()
)
-- Publishing to thousands rewrites as many rows at once, and so does a restart: with room in its page for the next version of each, no index has to hear of it.
with (fillfactor = 50);
create index screens_seen on screens (seen_at);
create index screens_live on screens (live_process_id) where live_process_id is not null;

create table devices (
  id uuid primary key,
  screen_id uuid not null unique references screens (id),
  name text not null check (char_length(name) between 1 and 50),
  time_zone text not null check (char_length(time_zone) <= 64),
  user_id uuid not null references users (id) on delete cascade,
  org_id uuid references organisations (id) on delete set null,
  show_info boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index devices_user on devices (user_id, created_at desc, id desc);
create index devices_org on devices (org_id, created_at desc, id desc) where org_id is not null;

-- Device commands and their outcome; the newest few of each device.
create table device_commands (
  id uuid primary key,
  device_id uuid not null references devices (id) on delete cascade,
  command text not null check (char_length(command) <= 32),
  state text not null default 'sent' check (state in ('sent', 'delivered', 'done', 'failed')),
  reason text check (char_length(reason) <= 200),
  sent_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index device_commands_device on device_commands (device_id, id desc);
create index device_commands_sent_by on device_commands (sent_by) where sent_by is not null;
