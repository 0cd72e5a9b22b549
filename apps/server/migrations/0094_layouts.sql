-- Preset and divider of a playlist's layout. Null is one zone, the whole screen.
alter table playlists add column layout jsonb check (jsonb_typeof(layout) = 'object' and octet_length(layout::text) <= 100);
alter table binned_playlists add column layout jsonb;

-- Zone of the layout in which an album is shown. An album is in one zone of a playlist. The version before plays all of them in the main zone.
alter table playlist_albums add column zone text not null default 'main'
  check (zone in ('main', 'side', 'bottom', 'topRight', 'bottomLeft', 'bottomRight'));
alter table binned_playlist_albums add column zone text not null default 'main';
-- the version before goes on: it only writes the main zone.
create unique index playlist_albums_zone on playlist_albums (playlist_id, zone) where zone <> 'main';

-- JSON of the layout with the items of its side zones, and the digest of the contents that it belongs to: the version before writes contents without a layout
-- and leaves both as they are. Null without a layout.
alter table playlist_contents add column layout text, add column layout_digest bytea;

-- Zone in which the media was shown last on this day. Media change their zone rarely, and the key has to stay for the version before.
alter table device_plays add column zone text not null default 'main';
-- Time that a screen may still report as played in side zones, next to `credit_ms` for the main zone.
alter table screen_plays add column side_credit_ms bigint not null default 0;
