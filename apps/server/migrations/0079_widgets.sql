-- `asset`: a picture that a widget shows, copied from a photo when the widget was saved.
alter table files drop constraint files_role_check;
-- the version before goes on: it makes no files of this role, and copies or deletes them with their originals.
alter table files add constraint files_role_check check (role in ('original', 'display', 'screen', 'screen_hd', 'still', 'mp4', 'hls', 'asset'));
