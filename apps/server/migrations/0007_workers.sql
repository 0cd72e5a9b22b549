-- One row per running job worker; a row that stops beating means its jobs are free again.
create table worker_heartbeats (
  worker_id text primary key,
  beat_at timestamptz(3) not null default now()
);
