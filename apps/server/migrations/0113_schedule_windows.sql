-- All windows of a schedule that `schedule` cannot express, and its priority. `windows` count only while `schedule` is the window that follows from them,
-- because the version before changes `schedule` alone. It goes on: its rows get these defaults.
alter table publishes add column windows jsonb;
alter table publishes add column priority smallint not null default 5 check (priority between 0 and 9);

alter table tag_publishes add column windows jsonb;
alter table tag_publishes add column priority smallint not null default 5 check (priority between 0 and 9);

alter table binned_publishes add column windows jsonb;
alter table binned_publishes add column priority smallint not null default 5 check (priority between 0 and 9);

alter table removed_publishes add column windows jsonb;
alter table removed_publishes add column priority smallint not null default 5 check (priority between 0 and 9);

alter table waiting_publishes add column windows jsonb;
alter table waiting_publishes add column priority smallint not null default 5 check (priority between 0 and 9);
