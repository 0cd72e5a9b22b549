import { z } from 'zod';
import { signEvent } from '../../platform/cards/event-signature.ts';
import { autocommit } from '../../platform/database/database.ts';
import { createJobHandler, defineJob, type JobHandler } from '../../platform/queue/job-type.ts';
import type { Platform } from '../define-module.ts';
import { findUndelivered, updateEventDelivery } from './test-bank.store.ts';

/** Delivers an event, which is retried for half a day with the queue's back-off. */
export const deliverEventJob = defineJob('test-bank.deliver', z.object({ eventId: z.string() }), { maxAttempts: 12 });

const WEBHOOK_PATH = '/api/stripes/webhook';

/** Brings an event to the webhook as a bank does: by signed HTTP, again until it is taken. */
export const createDeliverEventHandler = ({
  db,
  clock,
  postToOwnServer,
  signingSecret,
  isInUse,
}: Pick<Platform, 'db' | 'clock' | 'postToOwnServer'> & { signingSecret: string; isInUse: boolean }): JobHandler =>
  createJobHandler(deliverEventJob, async ({ eventId }) => {
    // Stripe keys were configured in the meantime, so the event would be refused.
    if (!isInUse) return;
    const event = await findUndelivered(db, eventId);
    if (!event) return;
    // Sign with the machine's clock, because the receiver compares the time with its own.
    const signature = signEvent(event.body, signingSecret, toSeconds(clock.now()));
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const status = await postToOwnServer(WEBHOOK_PATH, event.body, headers);
    const isTaken = status >= 200 && status < 300;
    await updateEventDelivery(autocommit(db), eventId, isTaken ? clock.now() : null);
    if (!isTaken) throw new Error(`The webhook answered ${status} to ${eventId}`);
  });

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
