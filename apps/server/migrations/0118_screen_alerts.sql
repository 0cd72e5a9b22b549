-- What people are alerted about: a row for an account or a family, and one for each tag with conditions of its own. Without a row, the defaults apply.
create table screen_alert_settings (
  id uuid primary key,
  -- The account, or the owner of the family.
  user_id uuid not null references users (id) on delete cascade,
  org_id uuid references organisations (id) on delete cascade,
  -- Null for all screens of the account or the family.
  tag_id uuid unique references device_tags (id) on delete cascade,
  conditions jsonb not null,
  -- Local times between which nothing is sent. Null for none, and for tags.
  quiet_from text check (quiet_from ~ '^\d\d:\d\d$'),
  quiet_until text check (quiet_until ~ '^\d\d:\d\d$'),
  time_zone text check (char_length(time_zone) <= 64),
  updated_at timestamptz(3) not null default now(),
  check (num_nulls(quiet_from, quiet_until, time_zone) in (0, 3)),
  check (tag_id is null or quiet_from is null)
);
create unique index screen_alert_settings_scope on screen_alert_settings (coalesce(org_id, user_id)) where tag_id is null;
create index screen_alert_settings_user on screen_alert_settings (user_id);
create index screen_alert_settings_org on screen_alert_settings (org_id) where org_id is not null;

-- Conditions of screens and data sources that hold, or that have ended without a report yet.
create table screen_alerts (
  id uuid primary key,
  device_id uuid references devices (id) on delete cascade,
  source_id uuid references sources (id) on delete cascade,
  kind text not null check (kind in
    ('offline', 'nothingToShow', 'storage', 'damagedItems', 'clock', 'underVoltage', 'temperature', 'pictureDiffers', 'source')),
  since timestamptz(3) not null,
  -- When it is reported if it still holds.
  due_at timestamptz(3) not null,
  reported_at timestamptz(3),
  -- Since when it no longer holds.
  ended_at timestamptz(3),
  -- When the end is reported if it has not returned.
  end_due_at timestamptz(3),
  check ((device_id is null) <> (source_id is null)),
  check ((source_id is null) <> (kind = 'source')),
  check ((ended_at is null) = (end_due_at is null)),
  check (ended_at is null or reported_at is not null)
);
create unique index screen_alerts_device on screen_alerts (device_id, kind) where device_id is not null;
create unique index screen_alerts_source on screen_alerts (source_id) where source_id is not null;
create index screen_alerts_due on screen_alerts (due_at) where reported_at is null;
create index screen_alerts_ended on screen_alerts (end_due_at) where end_due_at is not null;

-- When an account or a family was last alerted. Its row is locked while its changes are reported.
create table screen_alert_reports (
  -- Id of the family, or of the account.
  scope_id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  reported_at timestamptz(3)
);
create index screen_alert_reports_user on screen_alert_reports (user_id);

-- How a person is alerted. Without a row: the account itself and the owner of a family by email and notification, other members not at all.
create table screen_alert_subscriptions (
  scope_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  by_email boolean not null,
  by_notification boolean not null,
  -- In links of emails that end them without a sign-in.
  token uuid not null unique,
  primary key (scope_id, user_id)
);
create index screen_alert_subscriptions_user on screen_alert_subscriptions (user_id);
