create table users (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 50),
  email text not null check (char_length(email) <= 254),
  password_hash text not null,
  role text not null default 'user' check (role in ('user', 'admin', 'support', 'host', 'advUser')),
  is_super_admin boolean not null default false,
  platform text not null default 'PP' check (platform in ('PP', 'WV')),
  privacy_accepted_at timestamptz(3),
  verified_at timestamptz(3),
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check (not is_super_admin or role = 'admin')
);
create unique index users_email on users (lower(email));

create table sessions (
  -- SHA-256 of the token: a leaked table opens nothing
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table email_links (
  key text primary key,
  lock_hash bytea not null,
  purpose text not null check (purpose in ('verify', 'reset')),
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index email_links_user on email_links (user_id, purpose);
create index email_links_expiry on email_links (expires_at);

-- Keys the installation makes for itself at its first start, such as the one that opens sealed passwords.
create table server_keys (
  name text primary key,
  secret bytea not null,
  created_at timestamptz(3) not null default now()
);

-- A sealed password opens once: the nonce is remembered until it would have expired anyway.
create table used_nonces (
  nonce text primary key,
  expires_at timestamptz(3) not null
);
create index used_nonces_expiry on used_nonces (expires_at);
