create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  phone_no text not null,
  message_text text not null check (char_length(message_text) <= 4000),
  created_at timestamptz(3) not null default now()
);
