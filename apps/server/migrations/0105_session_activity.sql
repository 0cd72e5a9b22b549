-- Last activity of the session's user, recorded at most once a minute for staff. A session of staff ends when it is too long ago.
alter table sessions add column active_at timestamptz(3) not null default now();

-- Finds the sessions of staff.
create index users_staff on users (id) where staff_since is not null;

-- Why sessions ended, for the sign-in page. Kept for as long as a session lasts.
create table ended_sessions (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  reason text not null check (reason in ('idle', 'administrator', 'password', 'email', 'secondFactor', 'disabled', 'elsewhere')),
  ended_at timestamptz(3) not null
);
create index ended_sessions_user on ended_sessions (user_id);
create index ended_sessions_expiry on ended_sessions (ended_at);
