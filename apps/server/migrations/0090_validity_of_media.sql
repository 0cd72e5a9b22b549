-- How long a media item stays on screens, in milliseconds, instead of its playlist's duration. Videos keep their length.
alter table media add column duration_ms integer
  check (duration_ms is null or (duration_ms between 1000 and 3600000 and kind <> 'video'));
-- When screens show it: from, until, weekdays, start and end of the time of day, as a clock at the screen shows them. Null is always.
alter table media add column valid jsonb check (jsonb_typeof(valid) = 'object' and valid <> '{}' and octet_length(valid::text) <= 300);
alter table binned_media add column duration_ms integer, add column valid jsonb;

-- Read for the total duration of playlists.
create index media_own_duration on media (album_id) where duration_ms is not null;

-- When at least one item of the playlist is shown, as a list of such periods. Null when an item is always shown, or when there is none.
alter table playlist_contents add column periods jsonb check (jsonb_array_length(periods) > 0);
