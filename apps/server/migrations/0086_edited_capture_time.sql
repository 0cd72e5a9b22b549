-- The capture time that a user entered, as shown by a clock at the place of capture, stored as UTC. It replaces the time that the file contains.
alter table media add column taken_edited_at timestamptz(3);
alter table binned_media add column taken_edited_at timestamptz(3);

create or replace function keep_ratio_of_media() returns trigger language plpgsql as $$
begin
  select shown_ratio(width, height, new.rotation),
    coalesce(new.taken_edited_at, taken_at + make_interval(mins => coalesce(taken_offset_min, 0))), files.place
  into new.ratio, new.taken_clock_at, new.place from files where id = new.file_id;
  new.ratio := coalesce(new.ratio, 0);
  return new;
end $$;

create or replace function keep_taken_of_file() returns trigger language plpgsql as $$
declare
  clock_at timestamptz(3) := new.taken_at + make_interval(mins => coalesce(new.taken_offset_min, 0));
begin
  update media set taken_clock_at = coalesce(taken_edited_at, clock_at), place = new.place
  where file_id = new.id and (taken_clock_at, place) is distinct from (coalesce(taken_edited_at, clock_at), new.place);
  return null;
end $$;

create trigger media_taken_edited before update of taken_edited_at on media for each row execute function keep_ratio_of_media();
