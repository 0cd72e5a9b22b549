-- Feeds of public warnings that fail, or that work again without a report yet. Not rows of `screen_alerts`, because the version before looks for the account of
-- a device or a data source and would fail to report them.
create table feed_alerts (
  id uuid primary key,
  feed_id uuid not null unique references emergency_cap_feeds (id) on delete cascade,
  since timestamptz(3) not null,
  -- When it is reported if the feed still fails.
  due_at timestamptz(3) not null,
  reported_at timestamptz(3),
  -- Since when the feed works again.
  ended_at timestamptz(3),
  -- When the end is reported if the feed does not fail again.
  end_due_at timestamptz(3),
  check ((ended_at is null) = (end_due_at is null)),
  check (ended_at is null or reported_at is not null)
);
create index feed_alerts_due on feed_alerts (due_at) where reported_at is null;
create index feed_alerts_ended on feed_alerts (end_due_at) where end_due_at is not null;
create index emergency_cap_feeds_failing on emergency_cap_feeds (failing_since) where failing_since is not null;
