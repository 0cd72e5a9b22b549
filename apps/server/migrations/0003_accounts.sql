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
  phone_no text not null default '' check (char_length(phone_no) <= 20),
  gender text check (gender in ('female', 'male', 'other')),
  date_of_birth date,
  -- Refers to files, which come later.
  picture_file_id uuid,
  created_at timestamptz(3) not null default now(),
  check (not is_super_admin or role = 'admin')
);
create unique index users_email on users (lower(email));
-- Addresses by their beginning, for sharing.
create index users_email_start on users (lower(email) text_pattern_ops);
create index users_picture on users (picture_file_id) where picture_file_id is not null;

create table sessions (
  -- SHA-256 of the token: a leaked table opens nothing
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  user_agent text not null default '' check (char_length(user_agent) <= 300),
  address text not null default '' check (char_length(address) <= 64),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table email_links (
  key text primary key,
  lock_hash bytea not null,
  purpose text not null check (purpose in ('verify', 'reset', 'change')),
  user_id uuid not null references users (id) on delete cascade,
  -- A new address waits in its link until its owner confirms it.
  new_email text,
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

create table addresses (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  street text not null check (char_length(street) <= 100),
  city text not null check (char_length(city) <= 30),
  state text not null check (char_length(state) <= 30),
  zipcode text not null check (char_length(zipcode) between 2 and 12),
  country text not null check (country in ('Ind', 'US', 'China')),
  created_at timestamptz(3) not null default now()
);
create index addresses_user on addresses (user_id, id);

-- The password is kept sealed with a key of this installation: its owner may look at it again.
create table ftp_accounts (
  user_id uuid primary key references users (id) on delete cascade,
  sealed_password bytea not null,
  created_at timestamptz(3) not null default now()
);
