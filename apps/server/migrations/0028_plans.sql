create table plans (
  id uuid primary key,
  platform text not null check (platform in ('PP', 'WV')),
  plan_type text not null check (plan_type in ('pp_plan', 'wv_plan', 'wv_adv_plan', 'other')),
  name text not null check (char_length(name) between 1 and 50),
  description text not null default '' check (char_length(description) <= 250),
  -- [{ text, isIncluded }]
  features jsonb not null default '[]',
  trial_days smallint not null default 0 check (trial_days between 0 and 365),
  position smallint not null default 0,
  created_at timestamptz(3) not null default now(),
  -- Null while it is for sale.
  retired_at timestamptz(3)
);
create unique index plans_name on plans (platform, lower(name)) where retired_at is null;

-- What a plan costs and holds, as it is sold: a row never changes. An edited plan gets new ones, and whoever pays the old keeps it.
create table plan_prices (
  id uuid primary key,
  plan_id uuid not null references plans (id),
  interval text not null check (interval in ('month', 'year')),
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null default 'usd' check (currency = 'usd'),
  devices integer not null check (devices >= 0),
  users integer not null check (users >= 1),
  storage_bytes bigint not null check (storage_bytes >= 0),
  -- Null for as many as they like.
  playlists integer check (playlists >= 0),
  albums integer check (albums >= 0),
  sharing_groups integer check (sharing_groups >= 0),
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3)
);
create unique index plan_prices_for_sale on plan_prices (plan_id, interval) where retired_at is null;

-- What a price is called at the bank.
create table bank_prices (
  price_id uuid not null references plan_prices (id) on delete cascade,
  bank text not null check (bank in ('testBank', 'stripe')),
  bank_price_id text not null check (char_length(bank_price_id) <= 255),
  primary key (price_id, bank),
  unique (bank, bank_price_id)
);

alter table subscriptions
  add column source text not null default 'given' check (source in ('card', 'given')),
  add column state text not null default 'active' check (state in ('incomplete', 'trial', 'active', 'pastDue', 'cancelled', 'expired')),
  add column price_id uuid references plan_prices (id),
  add column trial_days smallint not null default 0,
  add column period_start timestamptz(3) not null default now(),
  add column period_end timestamptz(3) not null default now(),
  -- At the bank. Null until it answered.
  add column bank text check (bank in ('testBank', 'stripe')),
  add column bank_id text,
  add column customer_id text,
  -- Of the click that began it, and of the last change: the same click again does nothing.
  add column purchase_key uuid,
  add column change_key uuid,
  -- How many changes were declined: the bank answers the same key the same, and the next one is another question.
  add column changes_declined integer not null default 0,
  -- A renewal that failed: how often, and when it is tried again.
  add column failed_attempts smallint not null default 0,
  add column next_attempt_at timestamptz(3),
  -- A payment that waits for its payer.
  add column open_intent_id text,
  add column card_payment_method text,
  add column card_brand text,
  add column card_last4 text,
  add column card_exp_month smallint,
  add column card_exp_year smallint,
  -- Until when its payer was warned of its card's end (the last day of that month).
  add column card_warned_for date,
  -- What the payer was last told a change would cost.
  add column quoted_price_id uuid references plan_prices (id),
  add column quoted_proration bigint,
  add column quoted_cents integer,
  add column quoted_at timestamptz(3),
  -- One call at a time moves its money: which process, since when.
  add column held_by text,
  add column held_at timestamptz(3),
  -- What the bank said is applied in the order in which it was asked.
  add column asked bigint not null default 0,
  add column heard bigint not null default 0,
  add column checked_at timestamptz(3) not null default now();
alter table subscriptions
  alter column source drop default,
  alter column state drop default,
  alter column period_start drop default,
  alter column period_end drop default,
  add check ((state = 'expired') = (ended_at is not null)),
  add check (source = 'given' or (price_id is not null and bank is not null and purchase_key is not null));
drop index subscriptions_one_running;
create unique index subscriptions_one_running on subscriptions (user_id, source) where ended_at is null;
create unique index subscriptions_bank on subscriptions (bank, bank_id) where bank_id is not null;
create index subscriptions_price on subscriptions (price_id);
create index subscriptions_quoted on subscriptions (quoted_price_id) where quoted_price_id is not null;
-- What has to be looked at: the bank was not heard of for long.
create index subscriptions_check on subscriptions (checked_at) where ended_at is null;

-- Which warnings of the end of their trial somebody got, by the days that were left.
create table trial_warnings (
  user_id uuid not null references users (id) on delete cascade,
  days smallint not null,
  warned_at timestamptz(3) not null default now(),
  primary key (user_id, days)
);

-- Whose trial ends soon.
create index users_created on users (created_at);

insert into plans (id, platform, plan_type, name, description, trial_days, position, features) values
  (gen_random_uuid(), 'PP', 'pp_plan', 'Free', 'To try it: thirty days for the first screen.', 30, 1,
    '[{"text":"30-day trial","isIncluded":true},{"text":"5 GB of storage","isIncluded":true},{"text":"10 playlists","isIncluded":true},{"text":"20 albums","isIncluded":true},{"text":"1 display device","isIncluded":true},{"text":"Family members","isIncluded":false}]'),
  (gen_random_uuid(), 'PP', 'pp_plan', 'Single User', 'For one person with up to five screens.', 0, 2,
    '[{"text":"15 GB of storage","isIncluded":true},{"text":"10 playlists","isIncluded":true},{"text":"Unlimited albums","isIncluded":true},{"text":"Share up to 5 groups","isIncluded":true},{"text":"Up to 5 display devices","isIncluded":true},{"text":"Family members","isIncluded":false}]'),
  (gen_random_uuid(), 'PP', 'pp_plan', 'Family Plan', 'One wall for the whole family: its owner and five members.', 0, 3,
    '[{"text":"35 GB of storage","isIncluded":true},{"text":"10 playlists","isIncluded":true},{"text":"Unlimited albums","isIncluded":true},{"text":"Share up to 5 groups","isIncluded":true},{"text":"1 display device","isIncluded":true},{"text":"5 family members","isIncluded":true}]'),
  (gen_random_uuid(), 'PP', 'pp_plan', 'Enterprise Plan', 'For shops, offices and schools.', 0, 4,
    '[{"text":"200 GB of storage","isIncluded":true},{"text":"Unlimited playlists","isIncluded":true},{"text":"Unlimited albums","isIncluded":true},{"text":"Share as many groups as you like","isIncluded":true},{"text":"Up to 50 display devices","isIncluded":true},{"text":"25 users","isIncluded":true}]'),
  (gen_random_uuid(), 'WV', 'wv_plan', 'Viewer', 'To show what hosts and advertisers publish.', 0, 1,
    '[{"text":"15 GB of storage","isIncluded":true},{"text":"10 playlists","isIncluded":true},{"text":"Up to 5 display devices","isIncluded":true}]'),
  (gen_random_uuid(), 'WV', 'wv_adv_plan', 'Advertiser', 'To publish on the screens of others.', 0, 2,
    '[{"text":"35 GB of storage","isIncluded":true},{"text":"Unlimited playlists","isIncluded":true},{"text":"Up to 10 display devices","isIncluded":true}]'),
  (gen_random_uuid(), 'WV', 'other', 'Host', 'To run screens in many places.', 0, 3,
    '[{"text":"100 GB of storage","isIncluded":true},{"text":"Unlimited playlists","isIncluded":true},{"text":"Up to 50 display devices","isIncluded":true}]');

-- A yearly price is ten months'.
insert into plan_prices (id, plan_id, interval, amount_cents, devices, users, storage_bytes, playlists, albums, sharing_groups)
select gen_random_uuid(), plans.id, by_interval.interval, offer.month_cents * by_interval.months, offer.devices, offer.users,
  offer.gigabytes * 1000000000, offer.playlists, offer.albums, offer.sharing_groups
from (values
  ('PP', 'Free', 0, 1, 1, 5::bigint, 10, 20, 5),
  ('PP', 'Single User', 29900, 5, 1, 15, 10, null::integer, 5),
  ('PP', 'Family Plan', 99900, 1, 6, 35, 10, null, 5),
  ('PP', 'Enterprise Plan', 299900, 50, 25, 200, null, null, null),
  ('WV', 'Viewer', 29900, 5, 1, 15, 10, null, 5),
  ('WV', 'Advertiser', 49900, 10, 1, 35, null, null, null),
  ('WV', 'Host', 99900, 50, 5, 100, null, null, null)
) as offer (platform, name, month_cents, devices, users, gigabytes, playlists, albums, sharing_groups)
join plans on plans.platform = offer.platform and plans.name = offer.name
cross join (values ('month', 1), ('year', 10)) as by_interval (interval, months)
where by_interval.interval = 'month' or offer.name not in ('Free', 'Enterprise Plan');
