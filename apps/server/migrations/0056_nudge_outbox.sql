-- Nudges that wait to be handed to Redis, where one is configured: written in the transaction that they tell of, so that they leave when it commits and never when it rolls back.
-- Not kept over a crash of the database: whoever listens asks again for everything then.
create unlogged table nudge_outbox (
  id bigint generated always as identity primary key,
  payload text not null,
  made_at timestamptz(3) not null default now()
);
