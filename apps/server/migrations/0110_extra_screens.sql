-- Price of one extra screen for a period, in cents, as sold with the plan's price. Null: the plan has no extra screens.
-- the version before goes on: it copies the column when it replaces a price.
alter table plan_prices add column extra_screen_cents integer check (extra_screen_cents between 1 and 9999999);

-- The bank's id of the price of one extra screen.
-- the version before goes on: it does not write the column.
alter table bank_prices add column extra_bank_price_id text unique check (char_length(extra_bank_price_id) <= 255);

-- Extra screens that a subscription pays for, and the price with which they were sold.
-- the version before goes on: it does not write the columns.
alter table subscriptions add column extra_screens integer not null default 0 check (extra_screens between 0 and 100000);
alter table subscriptions add column extra_price_id uuid references plan_prices (id);
alter table subscriptions add column quoted_extra_screens integer;
-- While extra screens are removed at the bank: the smaller number that limits the account already, and until when it does.
alter table subscriptions add column extra_screens_cap integer check (extra_screens_cap between 0 and 100000);
alter table subscriptions add column extra_screens_cap_until timestamptz(3);

-- Devices in addition to those of the plan.
-- the version before goes on: it does not write the column.
alter table entitlements add column extra_devices integer not null default 0 check (extra_devices >= 0);
