/**
 * Rules for how much of an order can be refunded, and where the money goes. A subscription's order is paid by card (`total`) and from the customer's credit
 * (`credit` above zero). A change to a cheaper plan makes an order with `credit` below zero: it gives back, as credit, money that earlier orders
 * of the subscription brought in. Money that was given back as credit can't be refunded to the card as well, and the other way round.
 *
 * Every cent that was paid for an order is therefore in exactly one place: kept, on its way back (a requested refund), back on the card, back in
 * the credit by a refund, or back in the credit by a change of plan.
 */

/** An order that is paid. Amounts are whole cents. */
export interface PaidOrder {
  id: string;
  total_cents: number;
  /** Above zero: paid from the customer's credit. Below zero: added to it. */
  credit_cents: number;
  /** Refunded to the card, as the bank says. */
  refunded_cents: number;
  /** Returned to the customer's credit by refunds. */
  returned_cents: number;
  /** Requested refunds that the bank has not confirmed. */
  requested_cents: number;
  period_until: Date | null;
}

export interface Refundable {
  /** Amount refundable to the card. */
  card: number;
  /** Amount refundable to the customer's credit. */
  credit: number;
  /** Given back as credit by changes of plan, and therefore not refundable. */
  credited: number;
}

const computePaid = ({ total_cents, credit_cents }: PaidOrder): number => total_cents + Math.max(0, credit_cents);
const computeRefunded = (order: PaidOrder): number => order.refunded_cents + order.returned_cents + order.requested_cents;
const computeRetained = (order: PaidOrder): number => Math.max(0, computePaid(order) - computeRefunded(order));

/**
 * Attributes the credit that changes of plan gave back to the orders it was taken from: of the earlier orders of the subscription, the newest
 * first. `orders` are all paid orders of a subscription, oldest first.
 */
export function creditedByOrder(orders: readonly PaidOrder[]): Map<string, number> {
  const credited = new Map<string, number>();
  for (const [position, { credit_cents }] of orders.entries()) {
    let open = Math.max(0, -credit_cents);
    for (const earlier of orders.slice(0, position).toReversed()) {
      const previous = credited.get(earlier.id) ?? 0;
      const attributed = Math.min(open, computeRetained(earlier) - previous);
      if (attributed <= 0) continue;
      credited.set(earlier.id, previous + attributed);
      open -= attributed;
    }
  }
  return credited;
}

/** Returns what can still be given back of an order. `orders` are all paid orders of its subscription, oldest first, or the order alone. */
export function refundableOf(orders: readonly PaidOrder[], id: string): Refundable {
  const order = orders.find((previous) => previous.id === id);
  if (!order) return { card: 0, credit: 0, credited: 0 };
  const credited = creditedByOrder(orders).get(id) ?? 0;
  const remaining = Math.max(0, computeRetained(order) - credited);
  const card = Math.min(remaining, Math.max(0, order.total_cents - order.refunded_cents - order.requested_cents));
  return { card, credit: remaining - card, credited };
}

/** Splits an amount, the card's part first. Returns undefined when it exceeds the refundable amount or is zero. */
export function splitRefund({ card, credit }: Refundable, amount = card + credit): { card: number; credit: number } | undefined {
  if (amount <= 0 || amount > card + credit) return undefined;
  const toCard = Math.min(card, amount);
  return { card: toCard, credit: amount - toCard };
}

/**
 * Returns the maximum that a change of plan may add to the credit. Unlimited while nothing of the subscription was refunded. Otherwise the amount still retained
 * from orders with a running period, if one of these was refunded, or from all orders.
 */
export function creditLimit(orders: readonly PaidOrder[], now: Date): number {
  if (orders.every((order) => computeRefunded(order) === 0)) return Number.POSITIVE_INFINITY;
  const credited = creditedByOrder(orders);
  const running = orders.filter(({ period_until }) => period_until !== null && period_until > now);
  const counted = running.some((order) => computeRefunded(order) > 0) ? running : orders;
  return counted.reduce((sum, order) => sum + Math.max(0, computeRetained(order) - (credited.get(order.id) ?? 0)), 0);
}
