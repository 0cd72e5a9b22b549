-- True when all screens show the items of the main zone at the same time, aligned to the clock.
alter table playlists add column synchronized boolean not null default false;
alter table binned_playlists add column synchronized boolean not null default false;

-- Digest of the contents if they are synchronized. The version before writes other contents and leaves it as it is. Null without synchronized playback.
alter table playlist_contents add column synchronized_digest bytea;
