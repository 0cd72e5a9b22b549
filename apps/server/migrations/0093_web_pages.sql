-- Whether sites allow their pages to be shown on screens, by the original file that contains the address.
create table web_pages (
  file_id uuid primary key references files (id) on delete cascade,
  address text not null check (char_length(address) <= 2000),
  framing text not null default 'unchecked'
    check (framing in ('unchecked', 'allowed', 'forbidden', 'unreachable', 'private', 'insecure', 'own')),
  checked_at timestamptz(3),
  next_check_at timestamptz(3) not null,
  -- A process requests the page until then.
  claimed_until timestamptz(3)
);
create index web_pages_due on web_pages (next_check_at);
create index web_pages_claimed on web_pages (claimed_until) where claimed_until is not null;
