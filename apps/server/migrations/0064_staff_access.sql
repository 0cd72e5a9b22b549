-- A session of staff that is viewing a user's account, with what was opened there.
create table staff_views (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Kept when the staff account is deleted.
  staff_id uuid not null,
  staff_name text not null check (char_length(staff_name) <= 200),
  -- Null when the session has ended; the view ended with it.
  session_hash bytea references sessions (token_hash) on delete set null,
  is_read_only boolean not null,
  -- Whether the user had given permission.
  is_permitted boolean not null,
  reason text check (char_length(reason) <= 500),
  started_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create unique index staff_views_session on staff_views (session_hash) where ended_at is null;
create index staff_views_sessions on staff_views (session_hash);
create index staff_views_user on staff_views (user_id, id);
create index staff_views_open on staff_views (expires_at) where ended_at is null;
create index staff_views_started on staff_views (started_at);

create table staff_view_items (
  view_id uuid not null references staff_views on delete cascade,
  kind text not null check (char_length(kind) <= 40),
  items integer not null check (items >= 0),
  primary key (view_id, kind)
);

-- A staff member's request to view an account, and the user's answer. One row for each pair; earlier requests are in the audit trail.
create table staff_grants (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  staff_id uuid not null references users on delete cascade,
  duration text not null check (duration in ('hour', 'day', 'untilRevoked')),
  message text not null default '' check (char_length(message) <= 500),
  state text not null check (state in ('waiting', 'allowed', 'denied', 'revoked')),
  asked_at timestamptz(3) not null,
  answered_at timestamptz(3),
  ends_at timestamptz(3),
  unique (user_id, staff_id)
);
create index staff_grants_staff on staff_grants (staff_id);

-- Finds the orders of a picture, for staff who fulfil them.
create index poster_orders_media on poster_orders (media_id);
