-- What people order beside subscriptions.
alter table orders add column quantity integer not null default 1 check (quantity > 0);
-- Made by the client's form: what was asked for twice is one order.
alter table orders add column request_id uuid;
create unique index orders_request on orders (user_id, request_id) where request_id is not null;

-- Nobody paid it in time: it can be paid no more, and what it kept goes.
alter table orders add column closed_at timestamptz(3) check (closed_at is null or payment_event <> 'paymentsuccess');
create index orders_open on orders (created_at) where payment_event <> 'paymentsuccess' and closed_at is null and type <> 'subscription';

-- Where it is sent, as the address was when it was ordered.
create table order_addresses (
  order_id uuid primary key references orders (id) on delete cascade,
  street text not null check (char_length(street) between 1 and 100),
  city text not null check (char_length(city) between 1 and 30),
  state text not null check (char_length(state) between 1 and 30),
  zipcode text not null check (char_length(zipcode) between 1 and 10),
  country text not null check (char_length(country) between 1 and 20),
  shipping_country text not null check (shipping_country in ('US', 'AL')),
  tracking_number text check (char_length(tracking_number) between 1 and 100)
);

-- What administrators ask the bank to give back. The id is the client's form's, and the bank's key: what was asked for twice is given back once.
create table order_refunds (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  requested_by uuid references users (id) on delete set null,
  amount_cents integer not null check (amount_cents > 0),
  -- Until the bank has answered it counts as given back.
  state text not null default 'requested' check (state in ('requested', 'done', 'refused')),
  created_at timestamptz(3) not null default now()
);
create index order_refunds_order on order_refunds (order_id);
create index order_refunds_by on order_refunds (requested_by) where requested_by is not null;

-- Whoever ordered is told by mail when their order gets here.
alter table order_statuses add column notifies boolean not null default false;
update order_statuses set notifies = true where type = 'order' and name = 'Shipped';

-- Administrators' lists, newest first: of all, by one filter, and by several. Each combination of the kinds is a range of its own.
create index orders_newest on orders (created_at, id);
create index orders_type on orders (type, created_at, id);
create index orders_platform on orders (platform, created_at, id);
create index orders_payment on orders (payment_event, created_at, id);
create index orders_kinds on orders (platform, type, payment_event, created_at, id);
drop index orders_status;
create index orders_status on orders (status_id, created_at, id);
create index orders_status_kinds on orders (status_id, platform, type, payment_event, created_at, id);

-- Parts of one, two and three characters of whose order it is, each with platform and type in one key: a hash, so that what it finds is compared with the text.
create function order_search_keys(platform text, type text, name text, email text) returns bigint[] language plpgsql immutable parallel safe as $$
declare
  content text := lower(name) || chr(10) || lower(email);
  whose bigint := hashtextextended(type, hashtextextended(platform, 0));
  keys bigint[] := '{}';
begin
  for place in 1 .. char_length(content) loop
    for width in 1 .. 3 loop
      keys := keys || hashtextextended(substr(content, place, width), whose);
    end loop;
  end loop;
  return keys;
end $$;
create function order_part_keys(platform text, type text, parts text[]) returns bigint[] language sql immutable parallel safe
return (select array_agg(hashtextextended(part, hashtextextended(type, hashtextextended(platform, 0)))) from unnest(parts) as part);
create index orders_search on orders using gin (order_search_keys(platform, type, payer_name, payer_email)) with (fastupdate = off);

-- A poster as it was sold. What it was made of has its names here: editing or deleting those changes no order.
create table poster_orders (
  order_id uuid primary key references orders (id) on delete cascade,
  -- Where it came from; no reference, for media go without asking their orders.
  media_id uuid not null,
  media_name text not null check (char_length(media_name) <= 255),
  orientation_id uuid not null,
  orientation_name text not null,
  size_id uuid not null,
  size_name text not null,
  paper_stock_id uuid not null,
  paper_stock_name text not null,
  lamination_id uuid not null,
  lamination_name text not null,
  -- The picture as it was ordered, held until a job has made the order's own copy of its bytes; of a HEIC they are the JPEG's.
  file_id uuid references files (id),
  source_key text,
  -- That copy: whoever's the picture was may delete it, and their account. Null before, and once an order that nobody paid lets go of it.
  print_key text unique,
  -- Clockwise degrees it is turned by, and its pixels then.
  turn smallint not null check (turn in (0, 90, 180, 270)),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- What is printed of it, in fractions of its width and height.
  crop_x double precision not null check (crop_x between 0 and 1),
  crop_y double precision not null check (crop_y between 0 and 1),
  crop_width double precision not null check (crop_width > 0 and crop_width <= 1),
  crop_height double precision not null check (crop_height > 0 and crop_height <= 1),
  check ((file_id is null) = (source_key is null)),
  check (file_id is null or print_key is null)
);
create index poster_orders_file on poster_orders (file_id) where file_id is not null;
