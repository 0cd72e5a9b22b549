-- The token of an album link, encrypted with a server key, so that the link can be copied again. Links of earlier versions have none.
alter table album_links add column encrypted_token bytea;
