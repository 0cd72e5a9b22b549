-- A download of selected media may contain media of several albums: then it has no album, but always the ids of its media.
-- the version before goes on: it finds a token by its album, so it only ignores tokens that have none.
alter table zip_tickets alter column album_id drop not null;
-- the version before goes on: each of its tokens has an album.
alter table zip_tickets add constraint zip_tickets_selection check (album_id is not null or media_ids is not null);
