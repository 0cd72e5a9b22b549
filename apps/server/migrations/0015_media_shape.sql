-- 1000 * width / height as the media is shown, 0 while unknown: the shape of a whole album is read from one index.
alter table media add column ratio integer not null default 0 check (ratio between 0 and 65535);

create function shown_ratio(width integer, height integer, rotation integer) returns integer language sql immutable as $$
  select case when width is null or height is null then 0
    when rotation in (90, 270) then greatest(1, least(65535, round(1000 * height::float8 / width)))::integer
    else greatest(1, least(65535, round(1000 * width::float8 / height)))::integer end
$$;
update media set ratio = shown_ratio(files.width, files.height, media.rotation) from files where files.id = media.file_id;

create function keep_ratio_of_media() returns trigger language plpgsql as $$
begin
  new.ratio := coalesce((select shown_ratio(width, height, new.rotation) from files where id = new.file_id), 0);
  return new;
end $$;
create trigger media_shape before insert or update of file_id, rotation on media for each row execute function keep_ratio_of_media();

create function keep_ratio_of_file() returns trigger language plpgsql as $$
begin
  update media set ratio = shown_ratio(new.width, new.height, rotation) where file_id = new.id;
  return null;
end $$;
create trigger files_shape after update of width, height on files for each row
  when (new.root_id is null and (old.width, old.height) is distinct from (new.width, new.height)) execute function keep_ratio_of_file();

drop index media_sequence;
create index media_sequence on media (album_id, sequence, id) include (ratio);
drop index media_kind_sequence;
create index media_kind_sequence on media (album_id, kind, sequence, id) include (ratio);
