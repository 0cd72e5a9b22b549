-- What a poster can be made of, and what sending one costs.
create table poster_values (
  id uuid primary key,
  type text not null check (type in ('orientation', 'size', 'paperstock', 'lamination', 'shippingus', 'shippingalaskahawai')),
  name text not null check (char_length(name) between 1 and 60),
  description text not null default '' check (char_length(description) <= 250),
  -- Of sending, in cents; nothing else has a price of its own.
  price_cents integer check (price_cents >= 0),
  position smallint not null default 0,
  unique (type, name)
);

-- The ways they can be put together; a way that is not here cannot be ordered.
create table poster_combinations (
  id uuid primary key,
  name text not null check (char_length(name) <= 200),
  orientation_id uuid not null references poster_values (id),
  size_id uuid not null references poster_values (id),
  paper_stock_id uuid not null references poster_values (id),
  lamination_id uuid not null references poster_values (id),
  price_cents integer not null check (price_cents > 0),
  unique (orientation_id, size_id, paper_stock_id, lamination_id)
);

insert into poster_values (id, type, name, description, price_cents, position) values
  (gen_random_uuid(), 'orientation', 'Portrait', 'Higher than wide', null, 1),
  (gen_random_uuid(), 'orientation', 'Landscape', 'Wider than high', null, 2),
  (gen_random_uuid(), 'size', '12 × 18 in', '305 × 457 mm', null, 1),
  (gen_random_uuid(), 'size', '18 × 24 in', '457 × 610 mm', null, 2),
  (gen_random_uuid(), 'size', '24 × 36 in', '610 × 914 mm', null, 3),
  (gen_random_uuid(), 'paperstock', 'Satin', '200 g/m², a little shine', null, 1),
  (gen_random_uuid(), 'paperstock', 'Matte', '230 g/m², no reflections', null, 2),
  (gen_random_uuid(), 'paperstock', 'Fine art', '310 g/m² cotton', null, 3),
  (gen_random_uuid(), 'lamination', 'None', '', null, 1),
  (gen_random_uuid(), 'lamination', 'Gloss film', 'Deep colours, wipes clean', null, 2),
  (gen_random_uuid(), 'lamination', 'Matte film', 'Soft to the touch, wipes clean', null, 3),
  (gen_random_uuid(), 'shippingus', 'US', 'The 48 contiguous states', 995, 1),
  (gen_random_uuid(), 'shippingalaskahawai', 'Alaska/Hawaii', '', 2495, 1);

-- Cotton paper is not laminated.
insert into poster_combinations (id, name, orientation_id, size_id, paper_stock_id, lamination_id, price_cents)
select gen_random_uuid(), concat_ws(', ', orientation.name, size.name, paper.name, lamination.name),
  orientation.id, size.id, paper.id, lamination.id,
  (array[1900, 2900, 3900])[size.position] + (array[0, 300, 1600])[paper.position] + case when lamination.position > 1 then 600 else 0 end
from poster_values orientation, poster_values size, poster_values paper, poster_values lamination
where orientation.type = 'orientation' and size.type = 'size' and paper.type = 'paperstock' and lamination.type = 'lamination'
  and (paper.name <> 'Fine art' or lamination.name = 'None');
