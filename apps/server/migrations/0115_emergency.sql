-- Messages that an account or a family prepares. Its screens store them, so that the command that shows one is short.
create table emergency_messages (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  org_id uuid references organisations (id) on delete set null,
  -- Title and text in each language.
  texts jsonb not null check (jsonb_array_length(texts) between 1 and 4),
  color text not null check (color in ('red', 'orange', 'yellow', 'green', 'blue', 'black')),
  -- The picture.
  media_id uuid references media (id) on delete set null,
  is_for_all boolean not null,
  minutes smallint not null check (minutes between 1 and 1440),
  -- Alerts of the Common Alerting Protocol that raise the message.
  cap jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index emergency_messages_user on emergency_messages (user_id);
create index emergency_messages_org on emergency_messages (org_id) where org_id is not null;
create index emergency_messages_media on emergency_messages (media_id) where media_id is not null;

-- Tags and devices of messages that are not for all screens.
create table emergency_targets (
  message_id uuid not null references emergency_messages (id) on delete cascade,
  tag_id uuid references device_tags (id) on delete cascade,
  device_id uuid references devices (id) on delete cascade,
  check ((tag_id is null) <> (device_id is null))
);
create unique index emergency_targets_tags on emergency_targets (message_id, tag_id) where tag_id is not null;
create unique index emergency_targets_devices on emergency_targets (message_id, device_id) where device_id is not null;
create index emergency_targets_tag on emergency_targets (tag_id) where tag_id is not null;
create index emergency_targets_device on emergency_targets (device_id) where device_id is not null;

create table emergency_alerts (
  id uuid primary key,
  message_id uuid references emergency_messages (id) on delete set null,
  user_id uuid not null references users (id) on delete cascade,
  org_id uuid references organisations (id) on delete set null,
  title text not null check (char_length(title) between 1 and 60),
  color text not null,
  is_drill boolean not null,
  raised_by uuid references users (id) on delete set null,
  raised_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > raised_at),
  ended_at timestamptz(3),
  ended_by uuid references users (id) on delete set null,
  -- Numbers of screens at the end of the alert.
  screens integer check (screens >= 0),
  shown integer check (shown >= 0),
  -- The CAP alert that raised it, or its last update.
  cap_sender text check (char_length(cap_sender) <= 300),
  cap_identifier text check (char_length(cap_identifier) <= 300),
  check ((ended_at is null) = (screens is null)),
  check ((ended_at is null) = (shown is null)),
  check ((cap_sender is null) = (cap_identifier is null))
);
create unique index emergency_alerts_open on emergency_alerts (message_id) where ended_at is null;
create index emergency_alerts_open_owner on emergency_alerts (user_id) where ended_at is null;
create index emergency_alerts_ending on emergency_alerts (ends_at) where ended_at is null;
create index emergency_alerts_user on emergency_alerts (user_id, id desc);
create index emergency_alerts_org on emergency_alerts (org_id, id desc) where org_id is not null;
create index emergency_alerts_raised_by on emergency_alerts (raised_by) where raised_by is not null;
create index emergency_alerts_ended_by on emergency_alerts (ended_by) where ended_by is not null;

-- Devices that have confirmed that they painted an alert.
create table emergency_receipts (
  alert_id uuid not null references emergency_alerts (id) on delete cascade,
  device_id uuid not null references devices (id) on delete cascade,
  painted_at timestamptz(3) not null,
  primary key (alert_id, device_id)
);
create index emergency_receipts_device on emergency_receipts (device_id);

-- Orders the messages to the screens of an account. Numbers come from one sequence, because devices move between accounts. For a family, it is its owner's.
create sequence emergency_revisions;
create table emergency_owners (
  user_id uuid primary key references users (id) on delete cascade,
  revision bigint not null
);

-- CAP alerts that an account or a family has received.
create table emergency_cap_alerts (
  -- Id of the family, or of the account.
  scope_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  sender text not null check (char_length(sender) <= 300),
  identifier text not null check (char_length(identifier) <= 300),
  received_at timestamptz(3) not null,
  primary key (scope_id, sender, identifier)
);
create index emergency_cap_alerts_user on emergency_cap_alerts (user_id);
create index emergency_cap_alerts_received on emergency_cap_alerts (received_at);
