-- Identifies this installation, for example in the object store that it uses. A restored database keeps the id.
create table installation (
  id uuid primary key default gen_random_uuid(),
  -- Allows one row only.
  is_only boolean not null default true unique check (is_only)
);
insert into installation default values;
