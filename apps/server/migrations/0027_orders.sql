-- Master values: what state an order is in, set by hand, and what became of its payment, by the bank alone.
create table order_statuses (
  id uuid primary key,
  type text not null check (type in ('order', 'payment')),
  name text not null check (char_length(name) between 1 and 60),
  description text not null default '' check (char_length(description) <= 250),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  event text not null,
  position smallint not null default 0,
  check (case type when 'order' then event = 'ordercreated' else event in ('paymentpending', 'paymentsuccess', 'paymentfailed') end)
);
create index order_statuses_event on order_statuses (event, position, id);

insert into order_statuses (id, type, name, description, color, event, position) values
  (gen_random_uuid(), 'order', 'Order created', 'New, nothing was done yet', '#6b7280', 'ordercreated', 1),
  (gen_random_uuid(), 'order', 'In production', 'Being printed or packed', '#b45309', 'ordercreated', 2),
  (gen_random_uuid(), 'order', 'Shipped', 'On its way', '#1d4ed8', 'ordercreated', 3),
  (gen_random_uuid(), 'order', 'Completed', 'Nothing is left to do', '#15803d', 'ordercreated', 4),
  (gen_random_uuid(), 'payment', 'Pending', 'The bank has not said yet', '#b45309', 'paymentpending', 1),
  (gen_random_uuid(), 'payment', 'Success', 'Paid', '#15803d', 'paymentsuccess', 1),
  (gen_random_uuid(), 'payment', 'Failed', 'Not paid', '#b91c1c', 'paymentfailed', 1);

create sequence order_numbers start 100001;

-- What somebody bought, one payment each. Amounts are whole cents.
create table orders (
  id uuid primary key,
  -- As people read it over the phone: digits and a check digit.
  number text not null unique,
  type text not null check (type in ('subscription', 'item', 'poster')),
  platform text not null check (platform in ('PP', 'WV')),
  -- Books outlive accounts.
  user_id uuid references users (id) on delete set null,
  payer_name text not null,
  payer_email text not null,
  description text not null check (char_length(description) between 1 and 200),
  currency text not null default 'usd' check (currency = 'usd'),
  -- Below zero when a cheaper plan gives back more than it costs.
  items_cents integer not null,
  shipping_cents integer not null default 0 check (shipping_cents >= 0),
  tax_cents integer not null default 0 check (tax_cents >= 0),
  -- Taken from what the payer had to their credit; below zero: added to it.
  credit_cents integer not null default 0,
  total_cents integer not null check (total_cents >= 0 and total_cents = items_cents + shipping_cents + tax_cents - credit_cents),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and total_cents),
  status_id uuid not null references order_statuses (id),
  payment_event text not null default 'paymentpending' check (payment_event in ('paymentpending', 'paymentsuccess', 'paymentfailed')),
  bank text not null check (bank in ('testBank', 'stripe')),
  -- At the bank: how it is paid, and for a subscription the invoice.
  payment_intent_id text,
  invoice_id text,
  card_brand text,
  card_last4 text,
  -- What it belongs to: the subscription.
  reference_id uuid,
  period_from timestamptz(3),
  period_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  paid_at timestamptz(3),
  check ((payment_event = 'paymentsuccess') = (paid_at is not null))
);
create index orders_user on orders (user_id, id desc);
create index orders_status on orders (status_id);
create unique index orders_intent on orders (bank, payment_intent_id) where payment_intent_id is not null;
create unique index orders_invoice on orders (bank, invoice_id) where invoice_id is not null;
create index orders_reference on orders (reference_id, id desc) where reference_id is not null;
-- What the bank is asked about for a while: what failed may still be paid.
create index orders_unpaid on orders (created_at) where payment_event <> 'paymentsuccess';

-- Name and price as they were sold. Below zero: given back of what was left.
create table order_lines (
  order_id uuid not null references orders (id) on delete cascade,
  position smallint not null,
  name text not null check (char_length(name) between 1 and 250),
  quantity integer not null check (quantity > 0),
  amount_cents integer not null,
  primary key (order_id, position)
);

-- Who moved it, when, from what to what; nobody for what the bank said.
create table order_changes (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  changed_by uuid references users (id) on delete set null,
  what text not null check (what in ('order', 'payment', 'refund')),
  before text not null,
  after text not null,
  changed_at timestamptz(3) not null default now()
);
create index order_changes_order on order_changes (order_id, id);
create index order_changes_by on order_changes (changed_by) where changed_by is not null;
