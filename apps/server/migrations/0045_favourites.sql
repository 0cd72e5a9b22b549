-- What somebody marked as a favourite of theirs. It stays while the media lies in the bin, so that taking a deletion back brings it too.
create table favourites (
  user_id uuid not null references users (id) on delete cascade,
  media_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, media_id)
);
create index favourites_media on favourites (media_id);

-- A media moves between two tables within one statement, which a foreign key cannot follow: its favourites go once it is in neither.
create function forget_favourites() returns trigger language plpgsql as $$
begin
  delete from favourites using removed where favourites.media_id = removed.id
    and not exists (select from media where media.id = removed.id)
    and not exists (select from binned_media where binned_media.id = removed.id);
  return null;
end $$;
create trigger media_forgotten after delete on media referencing old table as removed for each statement execute function forget_favourites();
create trigger binned_media_forgotten after delete on binned_media referencing old table as removed for each statement execute function forget_favourites();
