-- Two administrators edit one plan: the second is told.
alter table plans add updated_at timestamptz(3) not null default now();
