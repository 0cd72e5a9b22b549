-- Every stored object: what people uploaded (original) and what was made from it.
create table files (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  -- the original this was made from; null for originals
  root_id uuid references files (id) on delete cascade,
  role text not null check (role in ('original', 'display', 'screen', 'poster', 'mp4', 'hls')),
  storage_key text not null unique,
  -- lower-case hex over all bytes; null for an hls folder, which is many files
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes >= 0),
  mimetype text not null,
  kind text not null check (kind in ('image', 'video')),
  original_name text not null default '' check (char_length(original_name) <= 255),
  width integer check (width > 0),
  height integer check (height > 0),
  thumbhash bytea,
  duration_ms integer check (duration_ms >= 0),
  taken_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((role = 'original') = (root_id is null))
);
create unique index files_derivative on files (root_id, role) where root_id is not null;
create index files_sha256 on files (sha256);
create index files_owner on files (owner_id, sha256) where root_id is null;

create table media (
  id uuid primary key,
  album_id uuid not null references albums (id),
  file_id uuid not null references files (id),
  kind text not null check (kind in ('image', 'video')),
  name text not null check (char_length(name) <= 255),
  caption text not null default '' check (char_length(caption) <= 250),
  sequence double precision not null,
  status smallint not null default 1 check (status in (0, 1, 2, 5, 6, 9)),
  failure_reason text,
  progress smallint not null default 0 check (progress between 0 and 100),
  uploaded_by uuid not null references users (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((status = 9) = (failure_reason is not null))
);
create index media_sequence on media (album_id, sequence, id);
create index media_name on media (album_id, lower(name), id);
create index media_recent on media (album_id, updated_at desc, id desc);
create index media_file on media (file_id);

create table storage_usage (
  user_id uuid primary key references users (id) on delete cascade,
  used_bytes bigint not null default 0 check (used_bytes >= 0)
);

-- Room promised to uploads that are still flowing.
create table upload_reservations (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  album_id uuid references albums (id) on delete cascade,
  size_bytes bigint not null check (size_bytes >= 0),
  expires_at timestamptz(3) not null
);
create index upload_reservations_user on upload_reservations (user_id);
create index upload_reservations_album on upload_reservations (album_id);
create index upload_reservations_expiry on upload_reservations (expires_at);
