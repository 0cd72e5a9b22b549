-- Sign-ins and refused sign-ins, which the owner of the account sees as recent activity.
create table sign_in_events (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('signedIn', 'newBrowser', 'refused', 'codeMissing')),
  address text not null check (char_length(address) <= 64),
  user_agent text not null check (char_length(user_agent) <= 300),
  -- Of the newest one.
  at timestamptz(3) not null,
  count integer not null default 1,
  -- Day of refused sign-ins, which are counted in one row for each address and day; null for sign-ins.
  day date
);
create index sign_in_events_user on sign_in_events (user_id, (day is null), at desc);
create unique index sign_in_events_refused on sign_in_events (user_id, kind, address, day) where day is not null;
