-- Passkeys (WebAuthn) of accounts.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Chosen by the authenticator.
  credential_id text not null unique check (char_length(credential_id) <= 1400),
  public_key bytea not null,
  -- Number of uses that the authenticator reports; 0 for those that do not count.
  counter bigint not null,
  is_synced boolean not null,
  name text not null check (char_length(name) between 1 and 50),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id);

-- Challenges that were answered, which are not accepted again. Unanswered ones need no row: they are signed.
create table used_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz(3) not null
);
create index used_challenges_expiry on used_challenges (expires_at);
