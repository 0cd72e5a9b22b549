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

-- Each filter of the audit trail, and those that are combined: an entry's place in each is a row of its columns, so that a part of the list is one range.
drop index audit_entries_user, audit_entries_actor, audit_entries_action;
create index audit_entries_user on audit_entries (user_id, id);
create index audit_entries_actor on audit_entries (actor_id, id);
create index audit_entries_actor_action on audit_entries (actor_id, action, id);
create index audit_entries_actor_kind on audit_entries (actor_id, object_kind, id);
create index audit_entries_action on audit_entries (action, id);
create index audit_entries_kind on audit_entries (object_kind, id);
-- As few are added as people act, each is put in its place at once.
alter index audit_entries_objects set (fastupdate = off);
