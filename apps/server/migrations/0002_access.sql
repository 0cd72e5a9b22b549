-- What administrators did in somebody's name, and other acts that must be answered for. Never changed, never deleted by the product.
create table audit_entries (
  id uuid primary key,
  actor_id uuid not null,
  user_id uuid,
  action text not null check (char_length(action) <= 100),
  detail jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index audit_entries_user on audit_entries (user_id, id desc);
create index audit_entries_actor on audit_entries (actor_id, id desc);
