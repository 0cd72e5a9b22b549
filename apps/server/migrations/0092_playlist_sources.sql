-- Sources of the widgets that a playlist shows, written together with its contents.
create table playlist_sources (
  playlist_id uuid not null references playlists (id) on delete cascade,
  named_id uuid not null,
  source_id uuid not null references sources (id) on delete cascade,
  primary key (playlist_id, named_id)
);
create index playlist_sources_source on playlist_sources (source_id);
