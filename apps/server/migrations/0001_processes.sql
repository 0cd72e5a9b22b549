-- One row per running server process. One that stops beating is dead: its jobs are free again and
-- the screens that hung on it are offline.
create table process_heartbeats (
  process_id text primary key,
  worker_ids text[] not null default '{}',
  beat_at timestamptz(3) not null default now()
);
