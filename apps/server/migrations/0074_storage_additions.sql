-- Bytes that uploads have stored and that storage_usage does not contain yet. Uploads insert rows instead of updating their account's row of storage_usage,
-- so that uploads of one account do not wait for each other.
create table storage_additions (
  -- Also the id of the file, so that an upload is counted once.
  upload_id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  size_bytes bigint not null check (size_bytes >= 0)
);
create index storage_additions_user on storage_additions (user_id);

-- Locks an account together with other uploads until the transaction ends. Waits for transactions that lock the account's row.
create function share_storage_usage(account uuid) returns void language plpgsql as $$
begin
  -- The first lock of an account inserts its row, which calls no trigger. Here it has to wait for that row.
  insert into storage_usage (user_id) values (account) on conflict do nothing;
  perform pg_advisory_xact_lock_shared(hashtextextended('storage of ' || account, 0));
end $$;

-- Waits for the uploads that share the account, and counts their bytes. Both versions lock an account by an update that changes nothing.
create function lock_storage_usage() returns trigger language plpgsql as $$
declare
  added bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('storage of ' || new.user_id, 0));
  with counted as (delete from storage_additions where user_id = new.user_id returning size_bytes)
  select coalesce(sum(size_bytes), 0) into added from counted;
  new.used_bytes := new.used_bytes + added;
  return new;
end $$;
create trigger storage_usage_locked before update on storage_usage for each row
  when (new.used_bytes = old.used_bytes) execute function lock_storage_usage();
