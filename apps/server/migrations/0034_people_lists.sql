-- Whether the side menu shows somebody more than their own notifications and profile.
alter table users add column show_menu boolean not null default true;

-- When it was last changed by hand: whoever edits sends what they read, and is told when it has changed in the meantime.
alter table users add column updated_at timestamptz(3) not null default now();
create function users_changed() returns trigger language plpgsql as $$
begin
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 millisecond');
  return new;
end $$;
create trigger users_changed before update of name, role, platform, disabled_at, show_menu, updated_at on users
  for each row execute function users_changed();

-- Few, and looked at together wherever one of them may go.
create index users_super_admins on users (id) where is_super_admin;

-- What the console lists people by, narrow and in small letters: its indexes alone answer, and users are not written more slowly for them.
create table people_index (
  user_id uuid primary key references users (id) on delete cascade,
  platform text not null,
  role text not null,
  is_disabled boolean not null,
  created_at timestamptz(3) not null,
  -- The first day of the month in which they came, in UTC.
  month date not null,
  name text not null,
  email text not null
);
create function month_of(at timestamptz) returns date language sql immutable parallel safe
return date_trunc('month', at at time zone 'UTC')::date;

create function index_person() returns trigger language plpgsql as $$
begin
  insert into people_index (user_id, platform, role, is_disabled, created_at, month, name, email)
  values (new.id, new.platform, new.role, new.disabled_at is not null, new.created_at, month_of(new.created_at), lower(new.name), lower(new.email))
  on conflict (user_id) do update set platform = excluded.platform, role = excluded.role, is_disabled = excluded.is_disabled,
    created_at = excluded.created_at, month = excluded.month, name = excluded.name, email = excluded.email;
  return null;
end $$;
create trigger person_indexed after insert or update of name, email, role, platform, disabled_at, created_at on users
  for each row execute function index_person();
insert into people_index (user_id, platform, role, is_disabled, created_at, month, name, email)
select id, platform, role, disabled_at is not null, created_at, month_of(created_at), lower(name), lower(email) from users;

-- Each combination of platform, role and being disabled is a range that is in order; by name or address of those who came in some months, each month is one.
create index people_newest on people_index (platform, role, is_disabled, created_at, user_id) include (name, email);
create index people_by_name on people_index (platform, role, is_disabled, name, user_id) include (email);
create index people_by_email on people_index (platform, role, is_disabled, email, user_id) include (name);
create index people_months_by_name on people_index (platform, role, is_disabled, month, name, user_id) include (email, created_at);
create index people_months_by_email on people_index (platform, role, is_disabled, month, email, user_id) include (name, created_at);

-- Parts of one, two and three characters of name and address, each with the platform in one key: a hash, so that what it finds is compared with the text.
create function person_search_keys(platform text, name text, email text) returns bigint[] language plpgsql immutable parallel safe as $$
declare
  content text := name || chr(10) || email;
  whose bigint := hashtextextended(platform, 0);
  keys bigint[] := '{}';
begin
  for place in 1 .. char_length(content) loop
    for width in 1 .. 3 loop
      keys := keys || hashtextextended(substr(content, place, width), whose);
    end loop;
  end loop;
  return keys;
end $$;
create function person_part_keys(platform text, parts text[]) returns bigint[] language sql immutable parallel safe
return (select array_agg(hashtextextended(part, hashtextextended(platform, 0))) from unnest(parts) as part);
create index people_search on people_index using gin (person_search_keys(platform, name, email)) with (fastupdate = off);
