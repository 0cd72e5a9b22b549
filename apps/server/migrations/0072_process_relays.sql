-- The Redis server from which a process receives live messages, by an id that is stored in it; null when it receives them through NOTIFY only.
alter table process_heartbeats add column relay text;
-- Id of the process's DATA_DIR, by which a restarted process finds the heartbeat of its predecessor.
alter table process_heartbeats add column data_folder_id uuid;
-- Number of screens connected to the process.
alter table process_heartbeats add column screens integer not null default 0;
