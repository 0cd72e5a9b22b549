-- What administrators are told by mail, from when on, and who: one row.
create table alert_settings (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null unique default true check (is_only),
  screens_on boolean not null default true,
  screens_minutes integer not null default 15 check (screens_minutes between 5 and 10080),
  screens_count integer not null default 1 check (screens_count between 1 and 10000),
  disk_on boolean not null default true,
  disk_percent smallint not null default 90 check (disk_percent between 50 and 99),
  jobs_on boolean not null default true,
  jobs_count integer not null default 5 check (jobs_count between 1 and 10000),
  renewals_on boolean not null default true,
  renewals_count integer not null default 3 check (renewals_count between 1 and 10000),
  -- Between two mails of one kind.
  quiet_minutes integer not null default 60 check (quiet_minutes between 5 and 1440),
  -- Empty for all super-admins and administrators.
  recipients text[] not null default '{}' check (cardinality(recipients) <= 20),
  updated_at timestamptz(3) not null default now()
);
insert into alert_settings default values;

-- One row for each thing that is looked after, so that of all processes one tells of it. Disks have one for each machine.
create table alerts (
  kind text not null check (kind in ('screensOffline', 'diskFull', 'jobsFailed', 'renewalsFailed')),
  subject text not null default '' check (char_length(subject) <= 200),
  -- How many when it was last looked at; of a disk how many percent are used.
  count integer not null default 0 check (count >= 0),
  -- Since when it is as bad as somebody wants to know; null while it is not.
  since timestamptz(3),
  looked_at timestamptz(3) not null,
  -- Whether the last mail said that it is bad, when that was, and the smallest count since.
  is_told boolean not null default false,
  told_at timestamptz(3),
  told_count integer not null default 0 check (told_count >= 0),
  primary key (kind, subject)
);

-- Whom they are mailed to.
create index users_admins on users (id) where role = 'admin';
