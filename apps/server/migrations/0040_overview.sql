-- What the console's overview shows of each day (UTC). A task measures every few minutes; people and income of days before the first measurement come
-- from the rows themselves, the rest of those days is unknown.
create table daily_figures (
  day date primary key,
  -- At the end of the day, or by now.
  people bigint,
  devices bigint,
  storage_bytes bigint,
  -- As last measured, and the most of the day.
  online bigint,
  online_most bigint,
  queued bigint,
  queued_most bigint,
  -- Paid on the day, less what was refunded on it.
  income_cents bigint,
  measured_at timestamptz(3) not null
);

-- Days of income: the indexes alone answer.
create index orders_paid on orders (paid_at) include (total_cents) where paid_at is not null;
create index order_refunds_done on order_refunds (created_at) include (amount_cents) where state = 'done';
-- Devices that are offline, by since when.
create index screens_gone on screens (seen_at) where live_process_id is null and listed_id is not null;

-- Each filter of the audit trail, and those that are combined.
create index audit_entries_kind on audit_entries (object_kind, id desc);
create index audit_entries_actor_action on audit_entries (actor_id, action, id desc);
create index audit_entries_actor_kind on audit_entries (actor_id, object_kind, id desc);
