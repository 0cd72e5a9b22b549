-- The console's lists of all devices and of the register, and versions that screens get in stages.

-- Of the machine, as its browser names itself; where the screen runs is told from it.
alter table screens add column user_agent text check (char_length(user_agent) <= 300);

-- What all devices are searched by: whose they are goes with them.
alter table devices
  add column platform text not null default 'PP' check (platform in ('PP', 'WV')),
  -- Name, device id, owner's name and address, in small letters, a line each.
  add column searched text not null default '';
-- What a screen is listed by: its device, as far as there is one. Beside the link, so that each filter and order is a range of one index.
alter table screens
  add column listed_id uuid,
  add column listed_name text,
  add column listed_platform text;

create function describe_device() returns trigger language plpgsql as $$
begin
  select users.platform, lower(concat_ws(chr(10), new.name, (select device_code from screens where id = new.screen_id), users.name, users.email))
    into new.platform, new.searched from users where users.id = new.user_id;
  return new;
end $$;
create trigger device_described before insert or update of name, user_id, screen_id on devices for each row execute function describe_device();

create function describe_devices_of_user() returns trigger language plpgsql as $$
begin
  update devices set user_id = new.id where user_id = new.id;
  return null;
end $$;
create trigger devices_described_anew after update of name, email, platform on users for each row
  when (old.name <> new.name or old.email <> new.email or old.platform <> new.platform) execute function describe_devices_of_user();

-- In order of the screens' ids, as everybody holds many of them.
create function list_screens() returns trigger language plpgsql as $$
begin
  perform from screens where id in (select screen_id from now_there) order by id for no key update;
  update screens set listed_id = now_there.id, listed_name = lower(now_there.name), listed_platform = now_there.platform
    from now_there where screens.id = now_there.screen_id
      and (listed_id, listed_name, listed_platform) is distinct from (now_there.id, lower(now_there.name), now_there.platform);
  return null;
end $$;
create function unlist_screens() returns trigger language plpgsql as $$
begin
  perform from screens where id in (select screen_id from now_gone) order by id for no key update;
  update screens set listed_id = null, listed_name = null, listed_platform = null from now_gone where screens.id = now_gone.screen_id;
  return null;
end $$;
create trigger screens_listed after insert on devices referencing new table as now_there for each statement execute function list_screens();
create trigger screens_listed_anew after update on devices referencing new table as now_there for each statement execute function list_screens();
create trigger screens_unlisted after delete on devices referencing old table as now_gone for each statement execute function unlist_screens();

update devices set user_id = user_id;

-- A device's id is in order of when it was added: UUIDv7.
create index screens_listed on screens (listed_platform, (live_process_id is not null), listed_id) where listed_id is not null;
create index screens_listed_name on screens (listed_platform, (live_process_id is not null), listed_name, listed_id) where listed_id is not null;
-- Nearly all are live; only what is not needs an index.
create index screens_environment on screens (environment, device_code) where environment <> 'live';
create index screens_last_code on screens (last_code) where last_code is not null;
create index screens_serial on screens (lower(serial_number) text_pattern_ops) where serial_number is not null;

-- Parts of one, two and three characters, each with the platform in one key: a hash, so that what it finds is compared with the text.
create function device_search_keys(platform text, searched text) returns bigint[] language plpgsql immutable parallel safe as $$
declare
  whose bigint := hashtextextended(platform, 0);
  keys bigint[] := '{}';
begin
  for place in 1 .. char_length(searched) loop
    for width in 1 .. 3 loop
      keys := keys || hashtextextended(substr(searched, place, width), whose);
    end loop;
  end loop;
  return keys;
end $$;
create function device_part_keys(platform text, parts text[]) returns bigint[] language sql immutable parallel safe
return (select array_agg(hashtextextended(part, hashtextextended(platform, 0))) from unnest(parts) as part);
create index devices_search on devices using gin (device_search_keys(platform, searched)) with (fastupdate = off);

-- A screen shows what a version is worth: `shell` names its files by their content.
alter table versions
  add column platform text not null default 'PP' check (platform in ('PP', 'WV')),
  add column release_note text not null default '' check (char_length(release_note) <= 2000),
  add column is_visible boolean not null default true,
  add column is_base boolean not null default false,
  add column shell text check (shell ~ '^[0-9a-f]{16}$'),
  -- All files in one, after each other.
  add column storage_key text,
  add column updated_at timestamptz(3) not null default now(),
  add check ((shell is null) = (storage_key is null)),
  add check (url ~ '^https?://' or url = '/screen' or starts_with(url, '/api/screens/versions/'));
create unique index versions_one_base on versions (is_base) where is_base;
create index versions_newest on versions (created_at desc, id desc);
update versions set is_base = true where id = (select id from versions order by created_at, id limit 1);

create table version_files (
  version_id uuid not null references versions (id) on delete cascade,
  path text not null check (char_length(path) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Where it is in the version's one file.
  starts_at bigint not null check (starts_at >= 0),
  size_bytes bigint not null check (size_bytes >= 0),
  primary key (version_id, path)
);

-- Exactly one version is the base, as long as there is any: the first becomes it, and it goes only by another becoming it.
create function keep_one_base() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.is_base := new.is_base or not exists (select from versions where is_base);
    return new;
  end if;
  if old.is_base then raise exception 'the base version stays' using errcode = 'restrict_violation', constraint = 'versions_base_stays'; end if;
  return old;
end $$;
create trigger version_becomes_base before insert on versions for each row execute function keep_one_base();
create trigger base_version_stays before delete on versions for each row execute function keep_one_base();

-- A version on its way to a share of a platform's screens, a stage at a time.
create table rollouts (
  id uuid primary key,
  version_id uuid not null references versions (id) on delete cascade,
  platform text not null check (platform in ('PP', 'WV')),
  environment text not null check (environment in ('test', 'dev', 'live')),
  percent smallint not null check (percent in (1, 10, 50, 100)),
  state text not null default 'running' check (state in ('running', 'paused', 'stopped', 'ended')),
  -- Why it stopped by itself.
  reason text check (char_length(reason) <= 300),
  started_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Devices are looked through in the order of their ids: up to here in this pass, so many of the share in it, and so many in the pass before.
  looked_until uuid,
  found_in_pass integer not null default 0,
  reachable integer,
  told integer not null default 0,
  running integer not null default 0,
  fallen_back integer not null default 0,
  silent integer not null default 0,
  refused integer not null default 0,
  -- Of this stage alone: how many have said how it went, and with how many it did not go well.
  stage_settled integer not null default 0,
  stage_failed integer not null default 0,
  check ((state = 'stopped') = (reason is not null))
);
create unique index rollouts_under_way on rollouts (platform, environment) where state in ('running', 'paused', 'stopped');
create index rollouts_version on rollouts (version_id, id desc);
create index rollouts_started_by on rollouts (started_by) where started_by is not null;

-- What became of each screen that was told.
create table rollout_screens (
  rollout_id uuid not null references rollouts (id) on delete cascade,
  screen_id uuid not null references screens (id) on delete cascade,
  command_id uuid not null,
  state text not null default 'told' check (state in ('told', 'running', 'fallenBack', 'silent', 'refused')),
  told_at timestamptz(3) not null,
  settled_at timestamptz(3),
  primary key (rollout_id, screen_id)
);
create index rollout_screens_screen on rollout_screens (screen_id);
-- Who has not said yet how it went, and who may still come back.
create index rollout_screens_told on rollout_screens (rollout_id, told_at) where state = 'told';
create index rollout_screens_silent on rollout_screens (rollout_id, screen_id) where state = 'silent';
