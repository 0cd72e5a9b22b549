-- How often a thing was tried within its window, for all processes together. The key is a digest, so that no address of anybody stands here.
create table attempt_counts (
  key text primary key,
  count integer not null check (count >= 0),
  ends_at timestamptz(3) not null
);
create index attempt_counts_end on attempt_counts (ends_at);

-- Browsers that have signed in to an account: what strangers guess does not lock these out.
create table known_browsers (
  user_id uuid not null references users (id) on delete cascade,
  -- SHA-256 of the cookie: a leaked table opens nothing
  token_hash bytea not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, token_hash)
);
create index known_browsers_expiry on known_browsers (expires_at);

-- Which session asked for another address: it alone goes on once that is confirmed.
alter table email_links add asked_by bytea;
