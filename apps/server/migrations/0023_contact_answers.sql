-- Who wrote, when they were signed in, and what they were answered.
alter table contact_messages
  add column user_id uuid references users (id) on delete cascade,
  add column answered_at timestamptz(3),
  add column answered_by uuid references users (id) on delete set null,
  -- null when it was answered otherwise, by telephone for example
  add column reply_text text check (char_length(reply_text) <= 4000);
create index contact_messages_new on contact_messages (id desc) where answered_at is null;
create index contact_messages_answered on contact_messages (answered_at desc, id desc) where answered_at is not null;
create index contact_messages_user on contact_messages (user_id, created_at) where user_id is not null;
create index contact_messages_answered_by on contact_messages (answered_by) where answered_by is not null;
