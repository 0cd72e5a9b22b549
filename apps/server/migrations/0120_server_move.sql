-- Moves of all screens to another address of the installation. At most one is open.
create table server_moves (
  id uuid primary key,
  -- Origin, such as https://screens.example.com.
  address text not null check (char_length(address) between 1 and 300),
  -- Screens spread their moves over this time.
  spread_ms integer not null check (spread_ms > 0),
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- The server at the new address: when it was asked and when it last answered, and up to which arrival it has listed.
  asked_at timestamptz(3),
  checked_at timestamptz(3),
  arrivals_after text not null default ''
);
create unique index server_moves_open on server_moves ((true)) where ended_at is null;

-- What is known about a screen in a move, on the server that it leaves.
create table server_move_screens (
  move_id uuid not null references server_moves (id) on delete cascade,
  screen_id uuid not null references screens (id) on delete cascade,
  -- Null when the screen plays at the new address.
  failure text check (failure in ('unreachable', 'refused', 'returned')),
  updated_at timestamptz(3) not null,
  primary key (move_id, screen_id)
);
create index server_move_screens_screen on server_move_screens (screen_id);

-- Identities of screens on their way to this address. Each is encrypted with its ticket, of which only the hash is stored.
create table screen_handovers (
  screen_id uuid primary key references screens (id) on delete cascade,
  ticket_hash bytea not null unique,
  sealed bytea not null check (octet_length(sealed) <= 200000),
  expires_at timestamptz(3) not null
);

-- Screens that came from another address, and where they play now.
create table screen_arrivals (
  screen_id uuid primary key references screens (id) on delete cascade,
  address text not null check (char_length(address) between 1 and 300),
  arrived_at timestamptz(3) not null,
  -- Whether the page also starts without the server.
  is_cached boolean not null
);
create index screen_arrivals_address on screen_arrivals (address, arrived_at, screen_id);
