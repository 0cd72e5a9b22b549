-- When somebody chose what they uploaded, so that whatever arrives first, an album has it in the order of the choice. Kept for as long as an
-- upload may take.
create table upload_order (
  media_id uuid primary key references media (id) on delete cascade,
  album_id uuid not null references albums (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- Microseconds since 1970 by the clock of whoever chose: files chosen together follow each other.
  chosen_at_us bigint not null check (chosen_at_us between 0 and 9007199254740991),
  created_at timestamptz(3) not null default now()
);
create index upload_order_chosen on upload_order (album_id, user_id, chosen_at_us);
create index upload_order_user on upload_order (user_id);
create index upload_order_created on upload_order (created_at);

-- Which files may be there already is told by their size, before anybody reads them.
create index media_sizes on media (album_id, size_bytes);
