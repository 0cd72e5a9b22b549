-- A captcha is answered once, rightly or wrongly, whichever process is asked: its nonce is remembered until it would have expired anyway.
create table used_captchas (
  nonce bytea primary key,
  expires_at timestamptz(3) not null
);
create index used_captchas_expiry on used_captchas (expires_at);
