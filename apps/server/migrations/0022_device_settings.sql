-- How pictures fill the wall, how the picture is turned (null: as the screen itself was told), and how loud videos play, in percent.
alter table devices
  add column fit text not null default 'backdrop' check (fit in ('backdrop', 'fit', 'fill')),
  add column rotation smallint check (rotation in (0, 90, 180, 270)),
  add column volume smallint not null default 100 check (volume between 0 and 100);

-- Of the machine, where something on it can tell; shown in the register.
alter table screens add column serial_number text check (char_length(serial_number) <= 64);
