-- What a process says of itself with each beat.
alter table process_heartbeats
  add roles text[] not null default '{}',
  add host text not null default '',
  add pid integer not null default 0,
  add product_version text not null default '',
  add node_version text not null default '',
  add started_at timestamptz(3) not null default now(),
  -- Of the time since the last beat: the delay of the event loop that one turn in a hundred exceeded.
  add loop_delay_ms real,
  add memory_bytes bigint,
  -- The slowest statements it sent, without their values.
  add slow_statements jsonb not null default '[]';

-- One row, once a mail was sent or failed.
create table mail_state (
  is_only boolean primary key default true check (is_only),
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  error text check (char_length(error) <= 500)
);
