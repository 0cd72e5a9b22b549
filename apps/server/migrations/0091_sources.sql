-- Data sources of accounts: feeds, calendars, tables and the weather, which widgets draw.
create table sources (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('feed', 'calendar', 'table', 'weather')),
  name text not null check (char_length(name) between 1 and 120),
  settings jsonb not null,
  -- Encrypted with a server key. Null for data without an address.
  encrypted_address bytea check (octet_length(encrypted_address) <= 10000),
  interval_minutes smallint not null check (interval_minutes between 5 and 1440),
  -- The source of which this has the last data, for the copy of a widget in another account. Copies are never fetched.
  copy_of uuid,
  -- Raised with each change of the settings or the address. The result of an earlier version is discarded.
  version integer not null default 1,
  etag text check (char_length(etag) <= 1000),
  last_modified text check (char_length(last_modified) <= 1000),
  document text check (octet_length(document) <= 65536),
  document_sha256 text check (document_sha256 ~ '^[0-9a-f]{64}$'),
  changed_at timestamptz(3),
  -- When the document was last read from a complete response.
  parsed_at timestamptz(3),
  checked_at timestamptz(3),
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz(3),
  failure text check (char_length(failure) <= 300),
  notified_at timestamptz(3),
  is_waiting boolean not null default false,
  -- When the owner last requested the data.
  requested_at timestamptz(3),
  -- Null when the data is never fetched again.
  next_fetch_at timestamptz(3),
  -- A process fetches the data until then.
  claimed_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((document is null) = (document_sha256 is null)),
  check ((document is null) = (changed_at is null)),
  check ((failing_since is null) = (failure is null))
);
create index sources_owner on sources (owner_id, name);
create index sources_document on sources (document_sha256) where document_sha256 is not null;
create index sources_due on sources (next_fetch_at) where next_fetch_at is not null;

-- The source of a widget, by the original file that contains its settings. Media that show the same file have the same source.
create table widget_sources (
  file_id uuid primary key references files (id) on delete cascade,
  source_id uuid not null references sources (id) on delete cascade,
  -- The id in the settings. It differs in copies for other accounts, because the file stays as it is.
  named_id uuid not null
);
create index widget_sources_source on widget_sources (source_id);
