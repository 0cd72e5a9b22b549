-- When a device, or all devices with a tag, are on, and how bright they are by time of day. Null: not set. The version before goes on: it keeps the columns as
-- they are, and sends no hours to screens that request their manifest from it. They get them with the next manifest of this version.
alter table devices add column operating_hours jsonb;
alter table devices add column brightness jsonb;

alter table device_tags add column operating_hours jsonb;
alter table device_tags add column brightness jsonb;
