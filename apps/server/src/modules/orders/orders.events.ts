import { defineEvent } from '../../platform/events.ts';

/** An order that nobody paid can be paid no more: what it kept goes. */
export const orderClosed = defineEvent<{ orderId: string }>('orders.closed');
