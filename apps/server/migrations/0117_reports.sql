-- Plays (p) and seconds (s) of each hour of the day, in the time zone of the device. Null is none, and takes no space. The version before goes on: it counts
-- plays without their hours.
alter table device_plays
  add column p0 smallint, add column p1 smallint, add column p2 smallint, add column p3 smallint, add column p4 smallint, add column p5 smallint, add column p6 smallint, add column p7 smallint,
  add column p8 smallint, add column p9 smallint, add column p10 smallint, add column p11 smallint, add column p12 smallint, add column p13 smallint, add column p14 smallint, add column p15 smallint,
  add column p16 smallint, add column p17 smallint, add column p18 smallint, add column p19 smallint, add column p20 smallint, add column p21 smallint, add column p22 smallint, add column p23 smallint,
  add column s0 smallint, add column s1 smallint, add column s2 smallint, add column s3 smallint, add column s4 smallint, add column s5 smallint, add column s6 smallint, add column s7 smallint,
  add column s8 smallint, add column s9 smallint, add column s10 smallint, add column s11 smallint, add column s12 smallint, add column s13 smallint, add column s14 smallint, add column s15 smallint,
  add column s16 smallint, add column s17 smallint, add column s18 smallint, add column s19 smallint, add column s20 smallint, add column s21 smallint, add column s22 smallint, add column s23 smallint;

-- Days with plays that arrived more than a day late, whose sums have to be computed again.
create table late_plays (
  device_id uuid not null references devices on delete cascade,
  day date not null,
  primary key (device_id, day)
);

-- Sums for accounts and families with many screens, recomputed from `device_plays` by a task. A scope is an account, a family, a tag or a device. Sums of a
-- device are not divided by playlist and item, whose ids are zero.
create table play_sums (
  scope_id uuid not null,
  day date not null,
  playlist_id uuid not null,
  media_id uuid not null,
  zone text not null,
  count bigint not null check (count >= 0),
  shown_ms bigint not null check (shown_ms >= 0),
  p0 integer, p1 integer, p2 integer, p3 integer, p4 integer, p5 integer, p6 integer, p7 integer, p8 integer, p9 integer, p10 integer, p11 integer,
  p12 integer, p13 integer, p14 integer, p15 integer, p16 integer, p17 integer, p18 integer, p19 integer, p20 integer, p21 integer, p22 integer, p23 integer,
  s0 integer, s1 integer, s2 integer, s3 integer, s4 integer, s5 integer, s6 integer, s7 integer, s8 integer, s9 integer, s10 integer, s11 integer,
  s12 integer, s13 integer, s14 integer, s15 integer, s16 integer, s17 integer, s18 integer, s19 integer, s20 integer, s21 integer, s22 integer, s23 integer,
  primary key (scope_id, day, playlist_id, media_id, zone)
);
create index play_sums_day on play_sums (day);

-- Days of which `play_sums` has all rows of an account, a family (with those of its devices) or a tag, and when they were computed.
create table play_sum_days (
  scope_id uuid not null,
  day date not null,
  summed_at timestamptz(3) not null,
  primary key (scope_id, day)
);
create index play_sum_days_day on play_sum_days (day);

-- How a screen was doing on a day of its time zone. Its connection is sampled every five minutes: `expected` counts the samples within its operating hours,
-- `online` those of them in which it was connected.
create table device_days (
  device_id uuid not null references devices on delete cascade,
  day date not null,
  expected smallint not null default 0 check (expected between 0 and 400),
  online smallint not null default 0 check (online between 0 and expected),
  downloads integer not null default 0 check (downloads >= 0),
  download_bytes bigint not null default 0 check (download_bytes >= 0),
  primary key (device_id, day)
)
with (fillfactor = 50);
create index device_days_day on device_days (day);

-- When tasks of which one process at a time does the work last ran.
create table report_runs (
  name text primary key,
  ran_at timestamptz(3) not null
);

-- One export at a time for an account. The lease ends on its own when its process stops.
create table report_exports (
  user_id uuid primary key references users on delete cascade,
  token text not null,
  until timestamptz(3) not null
);

-- Who gets a report by email. `scope_id` is the family or the account that it is about; the dates are the ends of the periods that were sent last.
create table report_emails (
  user_id uuid not null references users on delete cascade,
  scope_id uuid not null,
  org_id uuid references organisations on delete cascade check (org_id is null or org_id = scope_id),
  weekly boolean not null,
  monthly boolean not null,
  weekly_sent date not null,
  monthly_sent date not null,
  stop_token text not null unique,
  primary key (user_id, scope_id)
);
create index report_emails_org on report_emails (org_id) where org_id is not null;
create index report_emails_weekly on report_emails (weekly_sent) where weekly;
create index report_emails_monthly on report_emails (monthly_sent) where monthly;
