-- A verification link that was used stays until it expires, so that a second click is answered with the verified address instead of an error.
-- The version before would accept such a link again, which changes nothing: the address is verified.
alter table email_links add column used_at timestamptz(3);
