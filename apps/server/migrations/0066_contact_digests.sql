-- When administrators were notified of the message by a digest; null until then. The version before mails each message when it arrives and leaves the column null.
alter table contact_messages add column announced_at timestamptz(3);
update contact_messages set announced_at = created_at;
create index contact_messages_unannounced on contact_messages (id) where announced_at is null;
create index contact_messages_announced on contact_messages (announced_at) where announced_at is not null;
