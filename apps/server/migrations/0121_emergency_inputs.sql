-- Addresses from which alerts of the Common Alerting Protocol are fetched.
create table emergency_cap_feeds (
  id uuid primary key,
  -- The account, or the owner of the family.
  user_id uuid not null references users (id) on delete cascade,
  org_id uuid references organisations (id) on delete set null,
  name text not null check (char_length(name) between 1 and 60),
  encrypted_address bytea not null,
  interval_minutes smallint not null check (interval_minutes between 1 and 60),
  -- Whether exercises and tests raise drills.
  has_drills boolean not null,
  -- Certificates and keys as PEM, of which one must have signed each alert. Null when signatures are not required.
  trusted_keys text check (char_length(trusted_keys) <= 20000),
  -- Increased by each change, so that the result of an earlier address is discarded.
  version integer not null default 1,
  -- When it is fetched next, and until when a process is fetching it.
  next_fetch_at timestamptz(3) not null,
  claimed_until timestamptz(3),
  etag text check (char_length(etag) <= 1000),
  last_modified text check (char_length(last_modified) <= 1000),
  checked_at timestamptz(3),
  failures integer not null default 0,
  failing_since timestamptz(3),
  failure text check (char_length(failure) <= 300),
  -- Why alerts of the feed were refused last, or could not be fetched.
  problem text check (char_length(problem) <= 300),
  problem_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((failing_since is null) = (failure is null)),
  check ((problem is null) = (problem_at is null))
);
create index emergency_cap_feeds_user on emergency_cap_feeds (user_id);
create index emergency_cap_feeds_org on emergency_cap_feeds (org_id) where org_id is not null;
create index emergency_cap_feeds_due on emergency_cap_feeds (next_fetch_at);

-- Entries of feeds whose alerts were received or refused. Those that are no longer in the feed are deleted.
create table emergency_cap_entries (
  feed_id uuid not null references emergency_cap_feeds (id) on delete cascade,
  -- SHA-256 of the address and the time of the entry.
  digest bytea not null check (octet_length(digest) = 32),
  primary key (feed_id, digest)
);

-- Certificates and keys of which one must have signed each alert that a program posts. Without a row, signatures are not required.
create table emergency_cap_posting (
  -- Id of the family, or of the account.
  scope_id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  org_id uuid references organisations (id) on delete cascade,
  trusted_keys text not null check (char_length(trusted_keys) <= 20000)
);
create index emergency_cap_posting_user on emergency_cap_posting (user_id);
create index emergency_cap_posting_org on emergency_cap_posting (org_id) where org_id is not null;

-- Null for alerts that the previous version received.
alter table emergency_cap_alerts add column sent timestamptz(3);
alter table emergency_cap_alerts add column is_signed boolean not null default false;

alter table emergency_alerts add column is_cap_signed boolean not null default false;
-- What raised it, and the name of the feed or the screen at that time. The version before goes on: people raise its alerts.
alter table emergency_alerts add column raised_from text not null default 'person' check (raised_from in ('person', 'feed', 'screen'));
alter table emergency_alerts add column raised_by_name text check (char_length(raised_by_name) <= 120);

-- The version before goes on: its messages have no sound and no key.
alter table emergency_messages add column sound text not null default 'none' check (sound in ('none', 'attention', 'evacuation', 'siren', 'chime'));
-- Whether screens whose sound is off play it, too.
alter table emergency_messages add column is_sound_forced boolean not null default true;
-- Digit of the key combination that raises it. The version before goes on: its messages have no key.
alter table emergency_messages add column key_digit smallint check (key_digit between 1 and 9);

-- Screens whose keys may raise a message.
create table emergency_key_devices (
  message_id uuid not null references emergency_messages (id) on delete cascade,
  device_id uuid not null references devices (id) on delete cascade,
  primary key (message_id, device_id)
);
create index emergency_key_devices_device on emergency_key_devices (device_id);

-- Whether the browser of the screen blocked the sound.
alter table emergency_receipts add column is_silent boolean not null default false;
