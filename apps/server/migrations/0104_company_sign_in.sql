-- Identities of the company's OpenID Connect provider with which accounts sign in.
create table company_identities (
  issuer text not null check (char_length(issuer) <= 2000),
  subject text not null check (char_length(subject) between 1 and 255),
  user_id uuid not null references users (id) on delete cascade,
  -- Address that the provider stated last. It may differ from the account's.
  email text not null check (char_length(email) <= 254),
  linked_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  -- Hash of the random password of an account that the first sign-in created. While the account has it, its owner knows no password.
  initial_password_hash text,
  -- Whether the role claim made the account a member of the company's family, so that only such memberships end with the claim.
  is_member boolean not null default false,
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- Answers of the provider that were accepted, which are not accepted again. Unfinished sign-ins need no row: they are in a sealed cookie.
create table used_company_answers (
  state_hash bytea primary key,
  expires_at timestamptz(3) not null
);
create index used_company_answers_expiry on used_company_answers (expires_at);

-- How the person signed in; null for refused sign-ins and for older rows.
-- the version before goes on: it leaves the column null.
alter table sign_in_events add column method text check (method in ('password', 'passkey', 'company'));
