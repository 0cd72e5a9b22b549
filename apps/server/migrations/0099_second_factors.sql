-- Authenticator apps (TOTP, RFC 6238) as a second factor at sign-in.
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Encrypted with a server key.
  secret bytea not null,
  created_at timestamptz(3) not null,
  -- Null until a code from the app confirmed the secret; until then it has no effect.
  confirmed_at timestamptz(3),
  -- Time step of the newest accepted code. A code of this step or an earlier one is not accepted again.
  last_used_step bigint not null default 0
);

create table recovery_codes (
  user_id uuid not null references second_factors (user_id) on delete cascade,
  -- SHA-256 of a code of 80 random bits.
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- Requests to turn off a lost second factor by email.
create table factor_recoveries (
  user_id uuid primary key references second_factors (user_id) on delete cascade,
  key text not null unique,
  start_hash bytea not null,
  stop_hash bytea not null,
  requested_at timestamptz(3) not null,
  -- Null until the emailed link was opened.
  ends_at timestamptz(3),
  expires_at timestamptz(3) not null
);
create index factor_recoveries_expiry on factor_recoveries (expires_at);

-- Time of the last confirmation of the session with the second factor.
alter table sessions add column stepped_up_at timestamptz(3);
-- Time at which the second factor was first given in this browser; null for a browser that only knows the password.
alter table known_browsers add column second_factor_at timestamptz(3);

-- Sees a second factor that is turned on in a transaction that the calling statement waited for, because it reads a new snapshot.
create function has_second_factor(account uuid) returns boolean language plpgsql volatile as $$
begin
  return exists (select from second_factors where user_id = account and confirmed_at is not null);
end $$;

-- Since when the account has a role of staff; null for other roles. The console requires a second factor a week later.
alter table users add column staff_since timestamptz(3);
update users set staff_since = now() where role in ('admin', 'support');
create function set_staff_since() returns trigger language plpgsql as $$
begin
  if new.role not in ('admin', 'support') then new.staff_since := null;
  elsif new.staff_since is null then new.staff_since := now();
  end if;
  return new;
end $$;
create trigger users_staff_since before insert or update of role on users for each row execute function set_staff_since();
