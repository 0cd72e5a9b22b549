-- What was subscribed to, one row for each subscription there ever was: what it grants is in entitlements.
create table subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  plan_name text not null check (char_length(plan_name) between 1 and 50),
  started_at timestamptz(3) not null default now(),
  -- Null while it runs.
  ended_at timestamptz(3) check (ended_at >= started_at)
);
create unique index subscriptions_one_running on subscriptions (user_id) where ended_at is null;
create index subscriptions_user on subscriptions (user_id, started_at desc, id desc);

-- The subscription a family came with; organisations came before.
alter table organisations add constraint organisations_subscription_id_fkey foreign key (subscription_id) references subscriptions (id) on delete set null;
