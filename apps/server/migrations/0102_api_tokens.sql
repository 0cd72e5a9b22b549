-- Tokens with which programs call the API for an account.
create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 50),
  -- SHA-256 of the token: a leaked table opens nothing.
  token_hash bytea not null unique,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index api_tokens_user on api_tokens (user_id, created_at);
create index api_tokens_expiry on api_tokens (expires_at);
