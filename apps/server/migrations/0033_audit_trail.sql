-- What an entry is about, and how that read before and after. Written before the change; what came of it is added when the transaction commits, so that
-- nobody who changes a thing has to say it twice, and none can forget it.
alter table audit_entries
  add object_kind text check (char_length(object_kind) <= 63),
  add object_ids uuid[] not null default '{}' check (cardinality(object_ids) <= 100),
  -- By id, of what differs: column and value.
  add before jsonb,
  add after jsonb;
create index audit_entries_objects on audit_entries using gin (object_ids);
create index audit_entries_action on audit_entries (action, id desc);

-- Rows as the trail keeps them: without what opens anything, long texts cut, 50 at most.
create function audited_rows(kind text, ids uuid[]) returns jsonb language plpgsql stable as $$
declare found jsonb;
begin
  execute format($query$
    select jsonb_object_agg(listed.id, (
      select jsonb_object_agg(key, case when jsonb_typeof(value) = 'string' and char_length(value #>> '{}') > 500
        then to_jsonb(left(value #>> '{}', 500) || '…') else value end)
      from jsonb_each(to_jsonb(listed)) where key !~ '(hash|secret|token|lock)' and key not in ('updated_at', 'report')))
    from (select * from %I where id = any($1) order by id limit 50) as listed $query$, kind) into found using ids;
  return coalesce(found, '{}');
end $$;

create function complete_audit_entry() returns trigger language plpgsql as $$
declare
  now_read jsonb := audited_rows(new.object_kind, new.object_ids);
begin
  update audit_entries set
    before = (select jsonb_object_agg(was.key, (
        select jsonb_object_agg(field.key, field.value) from jsonb_each(was.value) as field
        where now_read -> was.key is null or now_read -> was.key -> field.key is distinct from field.value or field.key = 'name'))
      from jsonb_each(new.before) as was),
    after = (select jsonb_object_agg(is_now.key, (
        select jsonb_object_agg(field.key, field.value) from jsonb_each(is_now.value) as field
        where new.before -> is_now.key is null or new.before -> is_now.key -> field.key is distinct from field.value))
      from jsonb_each(now_read) as is_now)
  where id = new.id;
  return null;
end $$;
create constraint trigger audit_entry_completed after insert on audit_entries deferrable initially deferred
  for each row when (new.object_kind is not null) execute function complete_audit_entry();
