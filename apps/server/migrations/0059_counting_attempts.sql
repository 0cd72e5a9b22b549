-- Counts one more try of each key, or none of them: false where one of them would be beyond its limit. One question to the database counts a sign-in.
-- In order of the keys, so that two who count the same never wait in a ring.
create function count_attempts(keys text[], ends timestamptz[], limits integer[], at timestamptz) returns boolean
language plpgsql as $$
declare
  is_over boolean;
begin
  with counted as (
    insert into attempt_counts as known (key, count, ends_at)
    select asked.key, 1, asked.ends_at from unnest(keys, ends) as asked (key, ends_at) order by asked.key
    on conflict (key) do update set
      count = case when known.ends_at <= at then 1 else known.count + 1 end,
      ends_at = case when known.ends_at <= at then excluded.ends_at else known.ends_at end
    returning known.key, known.count)
  select bool_or(counted.count > allowed.most) into is_over
  from counted join unnest(keys, limits) as allowed (key, most) on allowed.key = counted.key;
  if is_over then
    -- Nobody else has seen them counted: the rows are held.
    update attempt_counts set count = count - 1 where key = any(keys);
    delete from attempt_counts where key = any(keys) and count <= 0;
  end if;
  return not is_over;
end
$$;
