-- Console roles that need a second factor in addition to the operator's setting: one row.
create table second_factor_settings (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null unique default true check (is_only),
  -- Since when each role needs one, by role: {"support": "2026-11-29T10:00:00.000Z"}. Its accounts have a week from then on.
  required_since jsonb not null default '{}' check (jsonb_typeof(required_since) = 'object'),
  updated_at timestamptz(3) not null default now()
);
insert into second_factor_settings default values;
