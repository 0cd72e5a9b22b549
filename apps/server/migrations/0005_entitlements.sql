-- What a person may have in place of the Free plan, until it ends. Written by whoever grants it.
create table entitlements (
  user_id uuid primary key references users (id) on delete cascade,
  plan_name text not null check (char_length(plan_name) between 1 and 50),
  ends_at timestamptz(3) not null,
  users integer not null default 1 check (users >= 1),
  devices integer not null check (devices >= 0),
  storage_bytes bigint not null check (storage_bytes >= 0),
  -- Null for as many as they like.
  playlists integer check (playlists >= 0),
  albums integer check (albums >= 0),
  sharing_groups integer check (sharing_groups >= 0),
  updated_at timestamptz(3) not null default now()
);

-- What an account has stored. Its row is the lock under which all that is limited is counted.
create table storage_usage (
  user_id uuid primary key references users (id) on delete cascade,
  used_bytes bigint not null default 0 check (used_bytes >= 0)
);

-- Room promised to uploads that are still flowing.
create table upload_reservations (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Refers to albums, which come later.
  album_id uuid,
  size_bytes bigint not null check (size_bytes >= 0),
  expires_at timestamptz(3) not null
);
create index upload_reservations_user on upload_reservations (user_id);
create index upload_reservations_album on upload_reservations (album_id);
create index upload_reservations_expiry on upload_reservations (expires_at);
