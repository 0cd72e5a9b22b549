-- Office files have a PDF, from which their pages are drawn.
alter table files drop constraint files_role_check;
-- the version before goes on: it writes no file of the new role, and looks up the roles that it knows.
alter table files add constraint files_role_check check (role in ('original', 'display', 'screen', 'screen_hd', 'still', 'mp4', 'mp4_hd', 'hls', 'asset', 'pdf'));
