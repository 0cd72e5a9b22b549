-- Publishing to thousands rewrites as many rows of these at once: with room in its page for the next version of each, no index has to hear of it.
alter table screens set (fillfactor = 50);
alter table publishes set (fillfactor = 50);

-- What the two foreign keys did row by row, which was half of the time of a first publish to thousands, by the statement.
alter table publishes drop constraint publishes_device_id_fkey, drop constraint publishes_playlist_id_fkey;

create function find_what_is_published() returns trigger language plpgsql as $$
declare found_count bigint;
begin
  -- Held until the end, as a foreign key holds them: neither goes meanwhile.
  perform from devices where id in (select device_id from added) order by id for key share;
  get diagnostics found_count = row_count;
  if found_count < (select count(distinct device_id) from added) then
    raise foreign_key_violation using message = 'a device to publish to is not there', table = 'publishes', constraint = 'publishes_device';
  end if;
  perform from playlists where id in (select playlist_id from added) order by id for key share;
  get diagnostics found_count = row_count;
  if found_count < (select count(distinct playlist_id) from added) then
    raise foreign_key_violation using message = 'a playlist to publish is not there', table = 'publishes', constraint = 'publishes_playlist';
  end if;
  return null;
end $$;
create function refuse_to_move_a_publish() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using message = 'a publish stays what it is of', table = 'publishes';
end $$;
create function unpublish_from_devices() returns trigger language plpgsql as $$
begin
  delete from publishes using removed where publishes.device_id = removed.id;
  return null;
end $$;
create function unpublish_playlists() returns trigger language plpgsql as $$
begin
  delete from publishes using removed where publishes.playlist_id = removed.id;
  return null;
end $$;
create trigger publishes_added after insert on publishes referencing new table as added for each statement execute function find_what_is_published();
create trigger devices_removed after delete on devices referencing old table as removed for each statement execute function unpublish_from_devices();
create trigger playlists_removed after delete on playlists referencing old table as removed for each statement execute function unpublish_playlists();
-- Nobody looks whether what it were of afterwards is there.
create trigger publishes_moved before update of device_id, playlist_id on publishes for each row execute function refuse_to_move_a_publish();
