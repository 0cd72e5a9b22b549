import { z } from 'zod';
import { type BankEvent, ForgedEvent } from './cards.ts';

const reference = z.union([z.string(), z.object({ id: z.string() })]).nullish();
const eventBody = z.object({
  id: z.string().max(255),
  type: z.string().max(255),
  created: z.number().int(),
  data: z.object({
    object: z.object({
      id: z.string().max(255),
      object: z.string(),
      customer: reference,
      payment_intent: reference,
      parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
    }),
  }),
});

const KINDS: ReadonlySet<string> = new Set(['subscription', 'invoice', 'payment_intent', 'charge', 'refund']);
const isKnownKind = (kind: string): kind is BankEvent['objectKind'] => KINDS.has(kind);

const idOf = (of: z.infer<typeof reference>): string | null => (typeof of === 'string' ? of : (of?.id ?? null));

/** An event in Stripe's shape, whose signature was checked. Of its object no more is read than what it is. ForgedEvent for what is no event. */
export function presentEvent(body: unknown): BankEvent {
  const parsed = eventBody.safeParse(body);
  if (!parsed.success) throw new ForgedEvent('it is no event');
  const { id, type, created, data } = parsed.data;
  const { object } = data;
  return {
    id,
    type,
    created,
    objectId: object.id,
    objectKind: isKnownKind(object.object) ? object.object : 'other',
    customerId: idOf(object.customer),
    parentId: idOf(object.parent?.subscription_details?.subscription ?? object.payment_intent),
  };
}

/** The same of a text. */
export function parseEvent(rawBody: string): BankEvent {
  let body: unknown;
  try {
    body = JSON.parse(rawBody);
  } catch {
    throw new ForgedEvent('it is no JSON');
  }
  return presentEvent(body);
}
