-- What a playlist puts into the manifest of every screen that shows it, as JSON, printed once. Manifests themselves are put together when a screen asks.
create table playlist_contents (
  playlist_id uuid primary key references playlists (id) on delete cascade,
  -- SHA-256 of its name, items and files: whether screens have to hear of a change.
  digest bytea not null,
  items text not null,
  files text not null,
  -- Of those files: what a screen that shows it may fetch.
  sha256s bytea[] not null
);
-- Searched for every file that is asked for; hashes do not compress anyway.
alter table playlist_contents alter column sha256s set storage external;

drop table manifests;
