-- Products of the partner platform. A picture goes with the account that brought it; the product stays.
create table items (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 30),
  description text not null default '' check (char_length(description) <= 200),
  price_cents integer not null check (price_cents between 1 and 100000000),
  picture_file_id uuid references files (id) on delete set null,
  -- Centimetres.
  height_cm double precision check (height_cm between 0 and 10000),
  width_cm double precision check (width_cm between 0 and 10000),
  length_cm double precision check (length_cm between 0 and 10000),
  weight_grams double precision not null check (weight_grams > 0 and weight_grams <= 1000000),
  is_taxed boolean not null default false,
  -- Hundredths of a percent; kept while no tax applies.
  tax_basis_points integer not null default 0 check (tax_basis_points between 0 and 10000),
  created_at timestamptz(3) not null default now()
);
create index items_picture on items (picture_file_id) where picture_file_id is not null;

-- Products as they were sold: nothing of an order follows what becomes of a product.
create table item_order_lines (
  order_id uuid not null references orders (id) on delete cascade,
  position smallint not null,
  -- Of a product that may be gone.
  item_id uuid not null,
  name text not null check (char_length(name) between 1 and 30),
  description text not null check (char_length(description) <= 200),
  quantity integer not null check (quantity between 1 and 99),
  price_cents integer not null check (price_cents > 0),
  amount_cents integer not null check (amount_cents = price_cents * quantity),
  tax_cents integer not null check (tax_cents >= 0),
  picture_file_id uuid references files (id) on delete set null,
  height_cm double precision,
  width_cm double precision,
  length_cm double precision,
  weight_grams double precision not null,
  primary key (order_id, position)
);
create index item_order_lines_picture on item_order_lines (picture_file_id) where picture_file_id is not null;
