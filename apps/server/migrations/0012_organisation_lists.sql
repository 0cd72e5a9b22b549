-- What an organisation shares is listed by it; what is left of one that is gone belongs to whoever made it.
update devices set org_id = null where org_id is not null and not exists (select from organisations where organisations.id = devices.org_id);
update playlists set org_id = null where org_id is not null and not exists (select from organisations where organisations.id = playlists.org_id);
alter table devices add constraint devices_org_id_fkey foreign key (org_id) references organisations (id) on delete set null;
alter table playlists add constraint playlists_org_id_fkey foreign key (org_id) references organisations (id) on delete set null;
create index devices_org on devices (org_id, created_at desc, id desc) where org_id is not null;
create index playlists_org on playlists (org_id, updated_at desc, id desc) where org_id is not null;
