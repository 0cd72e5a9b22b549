-- How often an address or a person has asked for a thing within its minute, for all processes together. Nothing of it has to survive a crash, so nothing of
-- it is written to the log; the same holds for tries of passwords and for answered captchas, of which there are as many as there are strangers who try.
create unlogged table request_counts (
  -- A digest, so that no address of anybody stands here
  key text primary key check (char_length(key) <= 64),
  count integer not null check (count >= 0),
  ends_at timestamptz(3) not null
);
create index request_counts_end on request_counts (ends_at);

alter table attempt_counts set unlogged;
alter table used_captchas set unlogged;
