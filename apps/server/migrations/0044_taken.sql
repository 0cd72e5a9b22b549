-- When, with what and where something was taken, as its file says. `taken_at` is a moment where the zone is known, and else what the
-- camera's clock showed, as if that were UTC.
alter table files
  add column taken_offset_min smallint check (taken_offset_min between -900 and 900),
  add column camera text check (char_length(camera) <= 200),
  add column lens text check (char_length(lens) <= 200),
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column place text check (char_length(place) <= 300),
  -- Whether its bytes may say where it was taken; so they may until they are read.
  add column tells_place boolean not null default true,
  -- A copy that somebody made of another's who keeps the place to themselves: it is told to nobody.
  add column hides_place boolean not null default false,
  -- Which version of our reading found this out; 0 is none.
  add column facts_recipe smallint not null default 0,
  add constraint files_position check ((latitude is null) = (longitude is null)),
  add constraint files_hidden_place check (not hides_place or (latitude is null and place is null));
create index files_unread on files (facts_recipe, id) where root_id is null;

-- Whether those it is shared with see where its pictures were taken.
alter table albums add column shows_places boolean not null default false;

-- What the clock showed where it was taken, as if that were UTC, and where that was; kept by triggers, so that lists are read from one index.
alter table media add column taken_clock_at timestamptz(3), add column place text;

create or replace function keep_ratio_of_media() returns trigger language plpgsql as $$
begin
  select shown_ratio(width, height, new.rotation), taken_at + make_interval(mins => coalesce(taken_offset_min, 0)), files.place
  into new.ratio, new.taken_clock_at, new.place from files where id = new.file_id;
  new.ratio := coalesce(new.ratio, 0);
  return new;
end $$;

create function keep_taken_of_file() returns trigger language plpgsql as $$
declare
  clock_at timestamptz(3) := new.taken_at + make_interval(mins => coalesce(new.taken_offset_min, 0));
begin
  update media set taken_clock_at = clock_at, place = new.place
  where file_id = new.id and (taken_clock_at, place) is distinct from (clock_at, new.place);
  return null;
end $$;
-- Also where nothing is new: what was stored before has its date in `files` alone until it is read again.
create trigger files_taken after update of taken_at, taken_offset_min, place on files for each row
  when (new.root_id is null) execute function keep_taken_of_file();

-- What has no date stands where it was added.
create index media_taken on media (album_id, coalesce(taken_clock_at, created_at), id);
create index media_kind_taken on media (album_id, kind, coalesce(taken_clock_at, created_at), id);
-- With what the expression is made of: PostgreSQL would else fetch each row for it.
create index media_timeline on media (owner_id, coalesce(taken_clock_at, created_at), id) include (ratio, taken_clock_at, created_at);
create index media_places on media (owner_id, place, coalesce(taken_clock_at, created_at)) where place is not null;
create index media_album_places on media (album_id, place, coalesce(taken_clock_at, created_at)) where place is not null;
