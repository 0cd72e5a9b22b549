-- When somebody ended the welcome, by closing it or with their first picture on a wall; null for a newcomer. Whoever was here before it needs none.
alter table users add column welcome_ended_at timestamptz(3);
update users set welcome_ended_at = now();
