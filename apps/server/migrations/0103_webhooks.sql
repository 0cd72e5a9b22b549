-- Webhooks of accounts: addresses to which events are sent.
create table webhooks (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Addresses may contain keys, so they are encrypted like the secrets.
  encrypted_url bytea not null,
  description text not null check (char_length(description) <= 100),
  events text[] not null check (cardinality(events) between 1 and 50),
  encrypted_secret bytea not null,
  -- Signs in addition to the new secret until this time after a rotation.
  encrypted_old_secret bytea,
  old_secret_until timestamptz(3),
  created_at timestamptz(3) not null,
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('owner', 'failing', 'backlog')),
  -- First failed attempt since the last success.
  failing_since timestamptz(3),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((encrypted_old_secret is null) = (old_secret_until is null))
);
create index webhooks_user on webhooks (user_id, created_at);
create index webhooks_events on webhooks using gin (events) where disabled_at is null;

create sequence webhook_delivery_numbers;
-- Events to deliver and the last ones that were delivered.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  -- Owner of the webhook.
  user_id uuid not null,
  -- Order of the deliveries of one webhook and subject.
  number bigint not null default nextval('webhook_delivery_numbers'),
  type text not null,
  -- Object of the event.
  subject text not null check (char_length(subject) <= 64),
  data jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  created_at timestamptz(3) not null,
  next_attempt_at timestamptz(3) not null,
  -- Attempts after this time are final.
  expires_at timestamptz(3) not null,
  attempts integer not null default 0,
  -- Time after which another process may send a claimed delivery again.
  claimed_until timestamptz(3),
  response_status smallint,
  failure text check (char_length(failure) <= 300),
  finished_at timestamptz(3),
  check ((state = 'pending') = (finished_at is null))
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_pending on webhook_deliveries (webhook_id, next_attempt_at, number) where state = 'pending';
create index webhook_deliveries_subject on webhook_deliveries (webhook_id, subject, number) where state = 'pending';
create index webhook_deliveries_claimed on webhook_deliveries (user_id) where claimed_until is not null;
create index webhook_deliveries_listed on webhook_deliveries (webhook_id, number desc);
