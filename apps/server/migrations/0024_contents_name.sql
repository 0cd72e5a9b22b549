-- What a playlist was called when its contents were serialized: the same number of a manifest never stands for two names.
alter table playlist_contents add column name text;
update playlist_contents set name = playlists.name from playlists where playlists.id = playlist_contents.playlist_id;
alter table playlist_contents alter column name set not null;
