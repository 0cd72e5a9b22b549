create table albums (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 50),
  caption text not null default '' check (char_length(caption) <= 250),
  album_type text not null default 'normal' check (album_type in ('default', 'normal')),
  created_by uuid not null references users (id) on delete cascade,
  org_id uuid references organisations (id) on delete set null,
  -- What its card shows and its rules ask, kept true by the triggers on media.
  image_count integer not null default 0 check (image_count >= 0),
  video_count integer not null default 0 check (video_count >= 0),
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  video_bytes bigint not null default 0 check (video_bytes >= 0),
  -- The cover somebody chose; otherwise its first picture.
  thumbnail_file_id uuid references files (id) on delete set null,
  thumbnail_rotation smallint not null default 0 check (thumbnail_rotation in (0, 90, 180, 270)),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- In the bin since then; its media are in binned_media.
  deleted_at timestamptz(3)
);
create index albums_thumbnail on albums (thumbnail_file_id) where thumbnail_file_id is not null;
create index albums_deleted on albums (deleted_at) where deleted_at is not null;
-- One index for each order albums are listed in, of a person and of an organisation; what lies in the bin is in none of them.
-- By time and not by id alone: a scan of the primary key, which the planner would take for it, reads everybody's.
create index albums_created on albums (created_by, created_at desc, id desc);
create index albums_recent on albums (created_by, updated_at desc, id desc) where deleted_at is null;
create index albums_name on albums (created_by, lower(name), id) where deleted_at is null;
create index albums_size on albums (created_by, size_bytes, id) where deleted_at is null;
create index albums_org_created on albums (org_id, created_at desc, id desc) where org_id is not null;
create index albums_org_recent on albums (org_id, updated_at desc, id desc) where org_id is not null and deleted_at is null;
create index albums_org_name on albums (org_id, lower(name), id) where org_id is not null and deleted_at is null;
create index albums_org_size on albums (org_id, size_bytes, id) where org_id is not null and deleted_at is null;

-- Who else may see an album. The id is the invitation's.
create table album_shares (
  id uuid primary key,
  album_id uuid not null references albums (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  -- In lower case, while nobody has an account with this address.
  email text check (char_length(email) <= 254),
  permission text not null check (permission in ('read', 'write')),
  accepted_at timestamptz(3),
  invited_by uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((user_id is null) = (email is not null)),
  check (accepted_at is null or user_id is not null)
);
create unique index album_shares_member on album_shares (album_id, user_id) where user_id is not null;
create unique index album_shares_email on album_shares (album_id, email) where email is not null;
create index album_shares_user on album_shares (user_id, album_id) where user_id is not null;
create index album_shares_waiting on album_shares (email) where email is not null;
create index album_shares_invited_by on album_shares (invited_by);

-- Room promised to uploads, which came before albums.
alter table upload_reservations add constraint upload_reservations_album_id_fkey foreign key (album_id) references albums (id) on delete cascade;
