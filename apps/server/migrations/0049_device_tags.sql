-- Words that people sort their devices by. They belong to an account or, with an org_id, to a family, as devices do.
create table device_tags (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  org_id uuid references organisations (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 30 and name = btrim(name) and position(',' in name) = 0),
  -- What makes two names the same tag, whatever their case.
  folded text collate "C" not null check (char_length(folded) between 1 and 90),
  created_at timestamptz(3) not null default now()
);
create unique index device_tags_own on device_tags (user_id, folded) where org_id is null;
create unique index device_tags_org on device_tags (org_id, folded) where org_id is not null;
-- Whoever owns a family finds its tags beside their own.
create index device_tags_user on device_tags (user_id, folded);

create table tagged_devices (
  device_id uuid not null references devices (id) on delete cascade,
  tag_id uuid not null references device_tags (id) on delete cascade,
  primary key (device_id, tag_id)
);
create index tagged_devices_tag on tagged_devices (tag_id, device_id);

-- Lists in order of names.
create index devices_user_name on devices (user_id, (lower(name) collate "C"), id);
create index devices_org_name on devices (org_id, (lower(name) collate "C"), id) where org_id is not null;
