-- Live photos: a photo with a short video, which is a separate file (Apple) or follows the photo in the same file (Android).
alter table files add column content_id text;
alter table files add column embedded_video_start bigint;
alter table files add column embedded_video_bytes bigint;
-- the version before goes on: it leaves these columns empty.
alter table files add constraint files_content_id_check check (char_length(content_id) between 1 and 100);
-- the version before goes on: it leaves these columns empty, and never changes the size of an original.
alter table files add constraint files_embedded_video check (
  (embedded_video_start is null) = (embedded_video_bytes is null)
  and embedded_video_start > 0 and embedded_video_bytes > 0 and embedded_video_start + embedded_video_bytes <= size_bytes);

-- Counterparts of an upload are found by this identifier.
create index files_content_id on files (content_id, kind, owner_id, id) where content_id is not null;

-- The video of a photo is a separate original. The version before cannot delete a file that is referenced here.
alter table media add column live_video_id uuid references files (id);
alter table binned_media add column live_video_id uuid references files (id);
-- the version before goes on: it leaves the column empty.
alter table media add constraint media_live_video check (live_video_id is null or kind = 'image');
create index media_live_video on media (live_video_id) where live_video_id is not null;
create index media_live_photos on media (album_id) where live_video_id is not null;
create index binned_media_live_video on binned_media (live_video_id) where live_video_id is not null;

alter table files drop constraint files_role_check;
-- the version before goes on: it writes no file of the new role, and looks up the roles that it knows.
alter table files add constraint files_role_check check (role in ('original', 'display', 'screen', 'screen_hd', 'still', 'mp4', 'mp4_hd', 'hls', 'asset', 'pdf', 'live_mp4'));
