-- What screens were asked to do, and what came of it; the newest few of each device.
create table device_actions (
  id uuid primary key,
  device_id uuid not null references devices (id) on delete cascade,
  action text not null check (char_length(action) <= 32),
  state text not null default 'sent' check (state in ('sent', 'delivered', 'done', 'failed')),
  reason text check (char_length(reason) <= 200),
  asked_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index device_actions_device on device_actions (device_id, id desc);
create index device_actions_asked_by on device_actions (asked_by) where asked_by is not null;

-- Where its live link last came from.
alter table screens add column address text check (char_length(address) <= 64);
