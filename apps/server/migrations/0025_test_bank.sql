-- The built-in bank. Each customer is one document, which one operation at a time changes under the lock of its row.
create table test_bank_customers (
  id text primary key check (char_length(id) <= 40),
  state jsonb not null,
  -- When the bank has to do something by itself, by its own clock; null while nothing is to come.
  due_at timestamptz(3)
);
create index test_bank_customers_due on test_bank_customers (due_at) where due_at is not null;

-- Cards that were typed: what a card does, never its number. Without a customer they go after an hour.
create table test_bank_methods (
  id text primary key check (char_length(id) <= 60),
  method jsonb not null,
  customer_id text references test_bank_customers (id) on delete cascade,
  created_at timestamptz(3) not null
);
create index test_bank_methods_unused on test_bank_methods (created_at) where customer_id is null;
create index test_bank_methods_customer on test_bank_methods (customer_id) where customer_id is not null;

create table test_bank_prices (
  id text primary key check (char_length(id) <= 255),
  price jsonb not null
);

create table test_bank_events (
  id text primary key check (char_length(id) <= 60),
  body text not null,
  attempts integer not null default 0 check (attempts >= 0),
  -- Null until the webhook took it.
  delivered_at timestamptz(3)
);
create index test_bank_events_delivered on test_bank_events (delivered_at) where delivered_at is not null;

-- One row: how far its clock is ahead, and what it signs its events with.
create table test_bank_settings (
  is_only boolean primary key default true check (is_only),
  offset_seconds bigint not null default 0 check (offset_seconds >= 0),
  signing_secret text not null check (char_length(signing_secret) >= 32)
);
