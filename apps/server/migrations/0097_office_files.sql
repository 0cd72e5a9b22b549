-- Office files have a PDF, from which their pages are drawn.
alter table files drop constraint files_role_check;
-- The previous version, which runs during an update, writes no PDFs and does not read them.
alter table files add constraint files_role_check check (role in ('original', 'display', 'screen', 'screen_hd', 'still', 'mp4', 'mp4_hd', 'hls', 'asset', 'pdf'));
