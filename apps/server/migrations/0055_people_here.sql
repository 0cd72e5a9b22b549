-- Who has the web app open, and on which process: what changes on a wall every few seconds is told through the database only where somebody on another process looks.
-- Nothing of it has to survive a crash; a process that was cut off from the database writes its people anew.
create unlogged table people_here (
  process_id text not null references process_heartbeats on delete cascade,
  -- Whoever is deleted is signed out, which ends their sockets and takes this away.
  user_id uuid not null,
  primary key (user_id, process_id)
);
create index people_here_process on people_here (process_id);
