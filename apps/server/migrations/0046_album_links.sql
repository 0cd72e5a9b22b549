-- Links that show an album to whoever has them. The token itself is known to its holders alone.
create table album_links (
  id uuid primary key,
  album_id uuid not null references albums (id) on delete cascade,
  made_by uuid not null references users (id) on delete cascade,
  -- SHA-256 of the token.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Its last characters, by which people tell their links apart.
  token_end text not null check (char_length(token_end) = 4),
  password_hash text check (char_length(password_hash) <= 200),
  allows_download boolean not null,
  -- Null is never.
  expires_at timestamptz(3),
  opened_count integer not null default 0 check (opened_count >= 0),
  last_opened_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((opened_count = 0) = (last_opened_at is null))
);
create index album_links_album on album_links (album_id, id);
create index album_links_made_by on album_links (made_by);
create index album_links_expires on album_links (expires_at) where expires_at is not null;
