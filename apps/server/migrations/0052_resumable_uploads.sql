-- How far an upload has come whose bytes go to an object store part by part, so that any process goes on with it. `offset_bytes` is what the store
-- has acknowledged. Beyond the parts, `tail_bytes` wait in an object of their own until there are enough for one.
create table resumable_uploads (
  id uuid primary key,
  size_bytes bigint not null check (size_bytes >= 0),
  metadata jsonb not null,
  offset_bytes bigint not null default 0 check (offset_bytes between 0 and size_bytes),
  tail_bytes bigint not null default 0 check (tail_bytes between 0 and offset_bytes),
  parts_id text check (char_length(parts_id) <= 1024),
  tags text[] not null default '{}' check (cardinality(tags) <= 10000),
  -- SHA-256's state at that offset; its digest once all is there
  sha256_state bytea check (octet_length(sha256_state) <= 1024),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  is_stored boolean not null default false,
  -- The media that showed the same bytes when it ended
  duplicate_of uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (not is_stored or (sha256 is not null and offset_bytes = size_bytes))
);
create index resumable_uploads_updated on resumable_uploads (updated_at);
