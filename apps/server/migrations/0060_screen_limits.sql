-- Rate limit key of the address that registered the screen; null once it became a device, and for screens registered before this column existed.
alter table screens add column registered_from text check (char_length(registered_from) <= 64);
create index screens_registered_from on screens (registered_from, seen_at) where registered_from is not null;

-- Time that a screen may still report as played: what has passed, less what it has reported. Null until it reports, which stands for the time since it became a device.
alter table screen_plays add column credit_ms bigint not null default 0 check (credit_ms >= 0);
alter table screen_plays add column credited_at timestamptz(3);
