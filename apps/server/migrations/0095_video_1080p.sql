-- Videos have a second rendition in 1080p, for screens and windows that show more than 720p.
alter table files drop constraint files_role_check;
-- the version before goes on: it writes none of the new role, and looks up the roles that it knows.
alter table files add constraint files_role_check check (role in ('original', 'display', 'screen', 'screen_hd', 'still', 'mp4', 'mp4_hd', 'hls', 'asset'));

-- Renditions that were reduced to 720p, or have exactly that size, and for which no 1080p copy was made or ruled out. The index holds only the waiting ones.
create index files_without_1080p on files (root_id) where role = 'mp4' and recipe < 2 and least(width, height) >= 720;
