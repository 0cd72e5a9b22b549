import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { WEBHOOK_LIMITS } from '@vitrine/contract/webhooks';
import type { Logger } from 'pino';
import { createBatch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { TextEncryption } from '../../platform/security/text-encryption.ts';
import { FetchError } from '../../platform/sources/fetch-error.ts';
import { postSafely, type SafeFetchSettings } from '../../platform/sources/safe-fetch.ts';
import { failPending, failPendingOfDisabled, pruneFinished } from './deliveries.store.ts';
import { getNextAttempt, RETRY_MS } from './retry.rules.ts';
import {
  type AttemptResult,
  type ClaimedDelivery,
  claimDueDeliveries,
  type DisabledWebhook,
  disableFailing,
  disableOverfull,
  hasDueDeliveries,
  recordAttempts,
  recordHealth,
} from './sending.store.ts';
import { createSignatureHeaders } from './signature.rules.ts';
import { webhookDisabledMail } from './webhook-mails.presenter.ts';

/** Deliveries of one process at the same time. Most of them wait for their turn, for the network, or until their results are stored. */
const CONCURRENCY = 250;
const PER_WEBHOOK = 6;
const PER_FAILING_WEBHOOK = 3;
const PER_ACCOUNT = 10;
const TIMEOUT_MS = 10_000;
/** Time in which deliveries end before others are claimed, because a claim costs the same for one as for many. */
const CLAIM_PAUSE_MS = 40;
/** Longer than an attempt takes. */
const LEASE_SECONDS = 60;
/** Results that are stored together share a transaction. */
const RESULT_BATCH = { waitMs: 20, busyWaitMs: 40, max: 200 };
/** A webhook is disabled when it failed for the time that a delivery is tried. The first attempt is made some time after the event. */
const DISABLE_AFTER_MS = RETRY_MS - 3_600_000;
const MAX_PENDING = 20_000;
const DISABLED_FAILURE = 'The webhook was disabled.';

export interface WebhookSenderDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  queue: Queue;
  publicUrl: string;
  encryption: TextEncryption;
  guard: SafeFetchSettings;
  userAgent: string;
}

type Attempt = Pick<AttemptResult, 'isDelivered' | 'status' | 'failure'>;

/** Sends due deliveries in the background, many at a time and accounts in turn. */
export function createWebhookSender({ db, clock, log, queue, publicUrl, encryption, guard, userAgent }: WebhookSenderDeps) {
  const running = new Set<Promise<void>>();
  let claiming: Promise<void> | undefined;

  const post = async (delivery: ClaimedDelivery): Promise<Attempt> => {
    const now = clock.now();
    const { id, type, data, created_at: createdAt, encrypted_old_secret: oldSecret, old_secret_until: oldSecretUntil } = delivery;
    const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
    const secrets = [encryption.decrypt(delivery.encrypted_secret)];
    if (oldSecret && oldSecretUntil && oldSecretUntil > now) secrets.push(encryption.decrypt(oldSecret));
    const headers = { 'content-type': 'application/json', ...createSignatureHeaders({ id, at: now, body, secrets }) };
    const status = await postSafely(
      encryption.decrypt(delivery.encrypted_url),
      { body, headers, userAgent, deadlineMs: TIMEOUT_MS },
      guard,
    );
    const isDelivered = status >= 200 && status < 300;
    return { isDelivered, status, failure: isDelivered ? null : describeStatus(status) };
  };

  const toFailedAttempt = (id: string, error: unknown): Attempt => {
    if (!(error instanceof FetchError)) log.error({ err: error, deliveryId: id }, 'a webhook delivery could not be sent');
    return {
      isDelivered: false,
      status: null,
      failure: error instanceof FetchError ? error.message : 'The server could not send this delivery.',
    };
  };

  const disable = async (tx: Tx, disabled: readonly DisabledWebhook[], reason: 'failing' | 'backlog', now: Date): Promise<void> => {
    if (disabled.length === 0) return;
    await failPending(
      tx,
      disabled.map(({ id }) => id),
      DISABLED_FAILURE,
      now,
    );
    for (const { encrypted_url: url, ...owner } of disabled) {
      const { host } = new URL(encryption.decrypt(url));
      await queue.add(tx, mailJob, webhookDisabledMail(owner, { host, reason, publicUrl }));
    }
  };

  const record = createBatch(async (results: readonly AttemptResult[]) => {
    const now = clock.now();
    const idsOf = (wanted: (result: AttemptResult) => boolean) => [
      ...new Set(results.filter(wanted).map(({ delivery }) => delivery.webhook_id)),
    ];
    const succeeded = idsOf(({ isDelivered }) => isDelivered);
    const failed = idsOf(({ isDelivered }) => !isDelivered).filter((id) => !succeeded.includes(id));
    const givenUp = idsOf(({ isDelivered, nextAttemptAt }) => !isDelivered && nextAttemptAt === null);
    await db.transaction().execute(async (tx) => {
      await recordAttempts(tx, results, now);
      await recordHealth(tx, { succeeded, failed, now });
      if (givenUp.length > 0) {
        const before = new Date(now.getTime() - DISABLE_AFTER_MS);
        await disable(tx, await disableFailing(tx, givenUp, before, now), 'failing', now);
      }
      await pruneFinished(tx, [...new Set([...succeeded, ...givenUp])], WEBHOOK_LIMITS.deliveries);
    });
    return results.map(() => true);
  }, RESULT_BATCH);

  const send = async (delivery: ClaimedDelivery): Promise<void> => {
    const attempt = await post(delivery).catch((error: unknown) => toFailedAttempt(delivery.id, error));
    const { attempts, expires_at: expiresAt } = delivery;
    const nextAttemptAt = attempt.isDelivered ? null : getNextAttempt({ attempts, expiresAt }, clock.now(), Math.random());
    await record({ delivery, nextAttemptAt, ...attempt });
  };

  const start = (delivery: ClaimedDelivery): void => {
    // A delivery whose result can't be stored is sent again when its claim ends.
    const work = send(delivery).catch((error: unknown) =>
      log.warn({ err: error, deliveryId: delivery.id }, 'a webhook delivery could not be stored'),
    );
    running.add(work);
    void work.finally(() => {
      running.delete(work);
      claim(CLAIM_PAUSE_MS).catch((error: unknown) => log.warn({ err: error }, 'due webhook deliveries could not be read'));
    });
  };

  const claimFree = async (): Promise<void> => {
    const now = clock.now();
    if (!(await hasDueDeliveries(db, now))) return;
    const limits = {
      total: CONCURRENCY - running.size,
      perWebhook: PER_WEBHOOK,
      perFailingWebhook: PER_FAILING_WEBHOOK,
      perAccount: PER_ACCOUNT,
      leaseSeconds: LEASE_SECONDS,
    };
    for (const delivery of await claimDueDeliveries(autocommit(db), now, limits)) {
      start(delivery);
      // Signing and sending a hundred deliveries in one turn would delay other requests of the process by 50 ms.
      await nextTurn();
    }
  };

  /** Claims due deliveries for all free slots after this time. */
  const claim = (afterMs = 0): Promise<void> => {
    claiming ??= sleep(afterMs, undefined, { ref: false })
      .then(claimFree)
      .finally(() => (claiming = undefined));
    return claiming;
  };

  return {
    /** Begins to send due deliveries, and returns without waiting for them. */
    run: async (): Promise<void> => {
      if (running.size < CONCURRENCY) await claim();
    },
    /** Resolves when nothing is being sent. */
    idle: async (): Promise<void> => {
      while (running.size > 0 || claiming) await Promise.all([...running, claiming]);
    },
    /** Disables webhooks whose targets are too slow for their events, and fails what is left of disabled ones. */
    cleanUp: (): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const now = clock.now();
        await disable(tx, await disableOverfull(tx, MAX_PENDING, now), 'backlog', now);
        await failPendingOfDisabled(tx, DISABLED_FAILURE, now);
      }),
  };
}

const describeStatus = (status: number): string =>
  status >= 300 && status < 400
    ? `The target responded with status ${status}. Redirects aren’t followed: enter the final address.`
    : `The target responded with status ${status}.`;
