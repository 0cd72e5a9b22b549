-- What became of a video, as the console lists it.
create function video_outcome(status smallint) returns text language sql immutable parallel safe
return (case when status = 9 then 'failed' when status >= 5 then 'success' else 'inprogress' end);

-- All videos and those of one outcome, the newest first: ids are in the order in which they came.
create index media_videos on media (id desc) where kind = 'video';
create index media_videos_outcome on media (video_outcome(status), id desc) where kind = 'video';

-- How far the encoder is with what it processes now. Written twice a second, and worth nothing after a crash.
create unlogged table video_progress (
  file_id uuid primary key references files (id) on delete cascade,
  percent smallint not null check (percent between 0 and 100)
);
