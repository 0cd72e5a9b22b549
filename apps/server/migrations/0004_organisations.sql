create table organisations (
  id uuid primary key,
  name text not null check (char_length(name) between 2 and 30),
  description text not null default '' check (char_length(description) <= 50),
  org_type text not null default 'family' check (org_type = 'family'),
  -- Both refer to what comes later.
  subscription_id uuid,
  picture_file_id uuid,
  created_at timestamptz(3) not null default now()
);
create index organisations_subscription on organisations (subscription_id) where subscription_id is not null;
create index organisations_picture on organisations (picture_file_id) where picture_file_id is not null;

create table organisation_members (
  org_id uuid not null references organisations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  org_role text not null check (org_role in ('owner', 'subAdmin')),
  joined_at timestamptz(3) not null default now(),
  primary key (org_id, user_id)
);
create index organisation_members_user on organisation_members (user_id, joined_at, org_id);
create unique index organisation_members_one_owner on organisation_members (org_id) where org_role = 'owner';
