create table albums (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 50),
  caption text not null default '' check (char_length(caption) <= 250),
  album_type text not null default 'normal' check (album_type in ('default', 'normal')),
  created_by uuid not null references users (id) on delete cascade,
  org_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index albums_recent on albums (created_by, updated_at desc, id desc);
create index albums_name on albums (created_by, lower(name), id);
