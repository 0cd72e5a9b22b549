create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  is_unread boolean not null default true,
  body text not null check (char_length(body) <= 500),
  invitation_type text check (invitation_type in ('share_album')),
  invitation_id uuid,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index notifications_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where is_unread;
create index notifications_created_by on notifications (created_by) where created_by is not null;
