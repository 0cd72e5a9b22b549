alter table users
  add column phone_no text not null default '' check (char_length(phone_no) <= 20),
  add column gender text check (gender in ('female', 'male', 'other')),
  add column date_of_birth date,
  add column picture_file_id uuid references files (id) on delete set null;
create index users_picture on users (picture_file_id) where picture_file_id is not null;

alter table sessions
  add column user_agent text not null default '' check (char_length(user_agent) <= 300),
  add column address text not null default '' check (char_length(address) <= 64);

-- A new address waits in its link until its owner confirms it.
alter table email_links
  add column new_email text,
  drop constraint email_links_purpose_check,
  add constraint email_links_purpose_check check (purpose in ('verify', 'reset', 'change'));

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

-- What administrators did in somebody's name, and other acts that must be answered for. Never changed, never deleted by the product.
create table audit_entries (
  id uuid primary key,
  actor_id uuid not null,
  user_id uuid,
  action text not null check (char_length(action) <= 100),
  detail jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index audit_entries_user on audit_entries (user_id, id desc);
create index audit_entries_actor on audit_entries (actor_id, id desc);
