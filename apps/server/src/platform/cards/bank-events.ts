import { z } from 'zod';
import { isStorable } from '../storable-text.ts';
import { type BankEvent, ForgedEventError } from './cards.ts';

const reference = z.union([z.string().max(255), z.object({ id: z.string().max(255) })]).nullish();
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

const getReferenceId = (value: z.infer<typeof reference>): string | null => (typeof value === 'string' ? value : (value?.id ?? null));

/** Parses an event in Stripe's format, whose signature was checked. Only the identity of its object is read. Throws ForgedEventError for invalid events. */
export function parseEventBody(body: unknown): BankEvent {
  const parsed = eventBody.safeParse(body);
  if (!parsed.success || !isStorable(parsed.data)) throw new ForgedEventError('it is no event');
  const { id, type, created, data } = parsed.data;
  const { object } = data;
  return {
    id,
    type,
    created,
    objectId: object.id,
    objectKind: isKnownKind(object.object) ? object.object : 'other',
    customerId: getReferenceId(object.customer),
    parentId: getReferenceId(object.parent?.subscription_details?.subscription ?? object.payment_intent),
  };
}

/** Parses the text of an event. */
export function parseEventText(rawBody: string): BankEvent {
  let body: unknown;
  try {
    body = JSON.parse(rawBody);
  } catch {
    throw new ForgedEventError('it is no JSON');
  }
  return parseEventBody(body);
}
