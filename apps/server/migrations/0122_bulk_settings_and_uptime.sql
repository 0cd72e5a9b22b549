-- Operating hours and brightness that devices had before one call changed them on many, so that it can be undone for a day. Of a device, only the last change.
create table replaced_settings (
  device_id uuid primary key references devices on delete cascade,
  change_id uuid not null,
  changed_by uuid not null references users on delete cascade,
  changed_at timestamptz(3) not null default now(),
  operating_hours jsonb,
  brightness jsonb,
  -- Hashes of what the call set. Null for a setting that it left as it was.
  hours_set bigint,
  brightness_set bigint
);
create index replaced_settings_change on replaced_settings (change_id);
create index replaced_settings_changed on replaced_settings (changed_at);
create index replaced_settings_person on replaced_settings (changed_by);

-- Times at which the connections of all screens were sampled in the last month. Times in which the server was stopped are missing.
create table uptime_samples (
  sampled_at timestamptz(3) primary key
);

-- Samples in which the connection of a screen differed from its previous one, until the uptime on their day is stored in `device_days`. The last one of each
-- screen stays.
create table uptime_changes (
  device_id uuid not null references devices on delete cascade,
  sampled_at timestamptz(3) not null,
  is_online boolean not null,
  primary key (device_id, sampled_at)
);
