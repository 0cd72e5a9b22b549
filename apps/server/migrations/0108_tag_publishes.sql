-- Playlists published to a tag. Devices have a publish of the playlist for as long as they have the tag.
create table tag_publishes (
  id uuid primary key,
  tag_id uuid not null references device_tags on delete cascade,
  playlist_id uuid not null references playlists on delete cascade,
  schedule jsonb,
  activated_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  unique (tag_id, playlist_id)
);
create index tag_publishes_playlist on tag_publishes (playlist_id);

-- True when the publish ends with the last tag that it comes from. The version before only makes publishes that stay.
alter table publishes add column is_from_tag boolean not null default false;
