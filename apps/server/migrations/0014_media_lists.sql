-- One index for each order media are listed in, of one kind only; those of all kinds came with the media.
create index media_kind_sequence on media (album_id, kind, sequence, id);
create index media_kind_name on media (album_id, kind, lower(name), id);
create index media_kind_recent on media (album_id, kind, updated_at desc, id desc);
