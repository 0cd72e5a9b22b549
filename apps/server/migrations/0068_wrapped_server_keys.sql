-- The secrets of server_keys are encrypted at start with a server key that is not in the database (platform/security). Names that server key by
-- its check value; null until the first start of this version has encrypted the row.
alter table server_keys add column wrapped_by text check (wrapped_by ~ '^[0-9a-f]{32}$');

-- The version before adds its own keys at start before it reads them. Once the keys are encrypted it must not start: it would use the encrypted bytes
-- as keys. Processes of it that run already have read their keys and go on.
create function refuse_plain_server_key() returns trigger language plpgsql as $$
begin
  if exists (select from server_keys where wrapped_by is not null) then
    raise exception 'This database belongs to another version of Vitrine: its server keys are encrypted. Start the newer version.';
  end if;
  return new;
end $$;

create trigger server_keys_plain before insert on server_keys for each row when (new.wrapped_by is null) execute function refuse_plain_server_key();
