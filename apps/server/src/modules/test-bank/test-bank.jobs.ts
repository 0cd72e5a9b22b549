import { z } from 'zod';
import { signEvent } from '../../platform/cards/event-signature.ts';
import { autocommit } from '../../platform/database/database.ts';
import { handle, type JobHandler, jobType } from '../../platform/queue/job-type.ts';
import type { Platform } from '../define-module.ts';
import { findUndelivered, updateDelivery } from './test-bank.store.ts';

/** With the queue's back-off an event is tried for half a day. */
export const deliverEvent = jobType('test-bank.deliver', z.object({ eventId: z.string() }), { maxAttempts: 12 });

const WEBHOOK = '/api/stripes/webhook';

/** Brings an event to the webhook as a bank does: by signed HTTP, again until it is taken. */
export const createDelivery = ({
  db,
  clock,
  postToSelf,
  signingSecret,
  isInUse,
}: Pick<Platform, 'db' | 'clock' | 'postToSelf'> & { signingSecret: string; isInUse: boolean }): JobHandler =>
  handle(deliverEvent, async ({ eventId }) => {
    // Stripe's keys were set meanwhile: nobody would believe it.
    if (!isInUse) return;
    const event = await findUndelivered(db, eventId);
    if (!event) return;
    // By the clock of the machine, not the bank's: the receiver compares it with its own.
    const signature = signEvent(event.body, signingSecret, seconds(clock.now()));
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const status = await postToSelf(WEBHOOK, event.body, headers);
    const isTaken = status >= 200 && status < 300;
    await updateDelivery(autocommit(db), eventId, isTaken ? clock.now() : null);
    if (!isTaken) throw new Error(`The webhook answered ${status} to ${eventId}`);
  });

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
