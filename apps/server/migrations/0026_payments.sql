-- Who somebody is at the bank. An installation that begins with the test bank and goes live has people at both.
create table bank_customers (
  user_id uuid not null references users (id) on delete cascade,
  bank text not null check (bank in ('testBank', 'stripe')),
  customer_id text not null check (char_length(customer_id) <= 255),
  primary key (user_id, bank),
  unique (bank, customer_id)
);

-- What the bank told us, each once. It says of what alone; what is true is asked of the bank when it is applied.
create table bank_events (
  id text primary key check (char_length(id) <= 255),
  bank text not null check (bank in ('testBank', 'stripe')),
  type text not null check (char_length(type) <= 255),
  -- What is asked about: of an invoice its subscription. With what it belongs to, as a charge to a payment intent.
  object_kind text not null,
  object_id text not null check (char_length(object_id) <= 255),
  parent_id text check (char_length(parent_id) <= 255),
  happened_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  -- Null while it waits; nobody waits for the kinds we do not know.
  applied_at timestamptz(3)
);
create index bank_events_received on bank_events (received_at);
create index bank_events_waiting on bank_events (received_at) where applied_at is null;
