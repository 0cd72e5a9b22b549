-- Photos have a second screen copy, which fits into 1920 x 1080, for screens without more pixels.
alter table files drop constraint files_role_check;
-- the version before goes on: it writes none of the new role, and looks up the roles that it knows.
alter table files add constraint files_role_check check (role in ('original', 'display', 'screen', 'screen_hd', 'still', 'mp4', 'hls'));

-- Screen copies larger than that which were made before recipe 3 have no such copy yet. They get one in the background, and the index becomes empty.
create index files_without_hd on files (root_id) where role = 'screen' and recipe < 3
  and (greatest(width, height) > 1920 or least(width, height) > 1080);
