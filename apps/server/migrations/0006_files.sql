-- Every stored object: what people uploaded (original) and what was made from it.
create table files (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  -- the original this was made from; null for originals
  root_id uuid references files (id) on delete cascade,
  role text not null check (role in ('original', 'display', 'screen', 'still', 'mp4', 'hls')),
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
  -- Clockwise degrees by which a screen's copy is turned against its original.
  rotation smallint not null default 0 check (rotation in (0, 90, 180, 270)),
  created_at timestamptz(3) not null default now(),
  check ((role = 'original') = (root_id is null))
);
create unique index files_derivative on files (root_id, role, rotation) where root_id is not null;
create index files_sha256 on files (sha256);
create index files_owner on files (owner_id, sha256) where root_id is null;

-- Pictures of people and organisations, which came before files.
alter table users add constraint users_picture_file_id_fkey foreign key (picture_file_id) references files (id) on delete set null;
alter table organisations add constraint organisations_picture_file_id_fkey foreign key (picture_file_id) references files (id) on delete set null;
