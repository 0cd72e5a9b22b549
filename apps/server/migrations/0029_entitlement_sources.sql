-- What a card pays for and what an administrator gave stand beside each other: neither takes the place of the other.
alter table entitlements add column source text not null default 'card' check (source in ('card', 'given'));
alter table entitlements drop constraint entitlements_pkey;
alter table entitlements add primary key (user_id, source);
