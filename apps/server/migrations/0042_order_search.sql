-- What orders are searched by, in small letters: making them small costs more than all else of comparing a row.
alter table orders add column searched text generated always as (lower(payer_name) || chr(10) || lower(payer_email)) stored;

-- The same keys as before, in less than half the time: a text is cut into its characters once. Each insert waits for them, and so does making an index.
create function part_keys(content text, whose bigint) returns bigint[] language plpgsql immutable parallel safe as $$
declare
  third text;
  second text;
  this text;
  keys bigint[] := '{}';
begin
  foreach this in array string_to_array(content, null) loop
    keys := keys || hashtextextended(this, whose);
    if second is not null then keys := keys || hashtextextended(second || this, whose); end if;
    if third is not null then keys := keys || hashtextextended(third || second || this, whose); end if;
    third := second;
    second := this;
  end loop;
  return keys;
end $$;
create or replace function person_search_keys(platform text, name text, email text) returns bigint[] language sql immutable parallel safe
return part_keys(name || chr(10) || email, hashtextextended(platform, 0));
create or replace function device_search_keys(platform text, searched text) returns bigint[] language sql immutable parallel safe
return part_keys(searched, hashtextextended(platform, 0));
create or replace function order_search_keys(platform text, type text, name text, email text) returns bigint[] language sql immutable parallel safe
return part_keys(lower(name) || chr(10) || lower(email), hashtextextended(type, hashtextextended(platform, 0)));
