-- A refund states its reason, what happens to the plan, and how much of it returns to the customer's credit. `amount_cents` is the card's part.
alter table order_refunds
  add column credit_cents integer not null default 0 check (credit_cents >= 0),
  add column reason text not null default '' check (char_length(reason) <= 500),
  add column plan_end text not null default 'keep' check (plan_end in ('keep', 'periodEnd', 'now'));
alter table order_refunds drop constraint order_refunds_amount_cents_check;
-- the version before goes on: its refunds have an amount above zero and no credit.
alter table order_refunds add constraint order_refunds_amounts_check check (amount_cents >= 0 and amount_cents + credit_cents > 0);

-- Credit that refunds returned to the customer, why the bank made the invoice, and the customer's credit after it.
alter table orders
  add column returned_cents integer not null default 0 check (returned_cents >= 0 and returned_cents <= greatest(credit_cents, 0)),
  add column invoice_reason text check (invoice_reason in ('start', 'renewal', 'change')),
  add column credit_left_cents integer check (credit_left_cents >= 0);

-- Sum of the lines that the payer was shown for a change of plan. A negative sum becomes credit.
alter table subscriptions add column quoted_total_cents integer;
