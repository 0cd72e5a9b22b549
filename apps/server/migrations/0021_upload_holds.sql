-- Who, of which process, is writing or taking in an upload, and until when it is believed to be alive.
alter table upload_reservations add column held_by text check (char_length(held_by) <= 100), add column held_until timestamptz(3),
  add check ((held_by is null) = (held_until is null));
