import {
  type CreateWebhook,
  type EditWebhook,
  WEBHOOK_LIMITS,
  WEBHOOK_TEST_EVENT,
  type Webhook,
  type WebhookDelivery,
  type WebhookWithSecret,
} from '@vitrine/contract/webhooks';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { consumeAttempts } from '../../platform/limits/attempt-limits.ts';
import type { TextEncryption } from '../../platform/security/text-encryption.ts';
import { FetchError } from '../../platform/sources/fetch-error.ts';
import { assertRequestable, type SafeFetchSettings } from '../../platform/sources/safe-fetch.ts';
import type { Person } from '../access/index.ts';
import type { PasswordConfirmations } from '../accounts/index.ts';
import { countPending, failPending, insertTestDelivery, listDeliveries, resendDelivery } from './deliveries.store.ts';
import { RETRY_MS } from './retry.rules.ts';
import { createWebhookSecret } from './signature.rules.ts';
import type { SubscribedEvents } from './subscribed-events.service.ts';
import { presentDelivery, presentWebhook } from './webhooks.presenter.ts';
import {
  countWebhooks,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  replaceSecret,
  updateWebhook,
} from './webhooks.store.ts';

export interface WebhooksDeps {
  db: Database;
  clock: Clock;
  proofs: PasswordConfirmations;
  encryption: TextEncryption;
  guard: SafeFetchSettings;
  subscribed: SubscribedEvents;
}

/** The replaced secret signs deliveries in addition for this time, so that receivers can change theirs without losing events. */
const OLD_SECRET_MS = 86_400_000;
const MAX_PENDING_TESTS = 10;
/** Enough for all listed deliveries of a webhook. */
const RESENDS_PER_HOUR = 200;
const HOUR_MS = 3_600_000;
const RESEND_REFUSAL = 'You’ve sent too many deliveries again. Wait an hour and try again.';

/** Webhooks of the own account. */
export function createWebhooksService({ db, clock, proofs, encryption, guard, subscribed }: WebhooksDeps) {
  const lockOwn = async (tx: Tx, actor: Person, id: string) => {
    const row = await lockWebhook(tx, actor.userId, id);
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  };
  const lockEnabled = async (tx: Tx, actor: Person, id: string) => {
    if ((await lockOwn(tx, actor, id)).disabled_reason !== null) throw new AppError('WEBHOOK_DISABLED');
  };
  const getTimes = () => ({ now: clock.now(), expiresAt: new Date(clock.now().getTime() + RETRY_MS) });

  return {
    async list(actor: Person): Promise<Webhook[]> {
      return (await listWebhooks(db, actor.userId)).map((row) => presentWebhook(row, encryption));
    },

    /** INCORRECT_PASSWORD, WEBHOOK_LIMIT; INVALID for addresses that can't be requested. */
    async create(actor: Person, { url, description = '', events, password }: CreateWebhook): Promise<WebhookWithSecret> {
      assertTarget(url, guard);
      const proof = await proofs.confirm(actor, password);
      const secret = createWebhookSecret();
      const created = await db.transaction().execute(async (tx) => {
        // Locks the account, so that its webhooks are counted one after another.
        await proof.assertStillValid(tx);
        if ((await countWebhooks(tx, actor.userId)) >= WEBHOOK_LIMITS.perAccount) throw new AppError('WEBHOOK_LIMIT');
        const row = await insertWebhook(tx, {
          id: newId(),
          user_id: actor.userId,
          encrypted_url: encryption.encrypt(url),
          description,
          events: [...new Set(events)],
          encrypted_secret: encryption.encrypt(secret),
          created_at: clock.now(),
        });
        return { ...presentWebhook(row, encryption), secret };
      });
      subscribed.forget();
      return created;
    },

    async edit(actor: Person, id: string, { isEnabled }: EditWebhook): Promise<Webhook> {
      const edited = await db.transaction().execute(async (tx) => {
        await lockOwn(tx, actor, id);
        if (isEnabled) return presentWebhook(await enableWebhook(tx, id), encryption);
        const now = clock.now();
        const row = await disableWebhook(tx, id, 'owner', now);
        await failPending(tx, [id], 'The webhook was disabled.', now);
        return presentWebhook(row, encryption);
      });
      subscribed.forget();
      return edited;
    },

    /** INCORRECT_PASSWORD, NOT_FOUND; INVALID for addresses that can't be requested. */
    async change(actor: Person, id: string, { url, description = '', events, password }: CreateWebhook): Promise<Webhook> {
      assertTarget(url, guard);
      const proof = await proofs.confirm(actor, password);
      const changed = await db.transaction().execute(async (tx) => {
        await proof.assertStillValid(tx);
        await lockOwn(tx, actor, id);
        const change = { encrypted_url: encryption.encrypt(url), description, events: [...new Set(events)] };
        return presentWebhook(await updateWebhook(tx, id, change), encryption);
      });
      subscribed.forget();
      return changed;
    },

    /** INCORRECT_PASSWORD, NOT_FOUND. */
    async rotateSecret(actor: Person, id: string, password: string): Promise<WebhookWithSecret> {
      const proof = await proofs.confirm(actor, password);
      const secret = createWebhookSecret();
      return db.transaction().execute(async (tx) => {
        await proof.assertStillValid(tx);
        await lockOwn(tx, actor, id);
        const row = await replaceSecret(tx, id, encryption.encrypt(secret), new Date(clock.now().getTime() + OLD_SECRET_MS));
        return { ...presentWebhook(row, encryption), secret };
      });
    },

    async remove(actor: Person, id: string): Promise<void> {
      if (!(await deleteWebhook(autocommit(db), actor.userId, id))) throw new AppError('NOT_FOUND');
    },

    /** NOT_FOUND, WEBHOOK_DISABLED; TOO_MANY_REQUESTS while earlier tests are pending. */
    sendTest: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await lockEnabled(tx, actor, id);
        if ((await countPending(tx, id, WEBHOOK_TEST_EVENT)) >= MAX_PENDING_TESTS) throw new AppError('TOO_MANY_REQUESTS');
        await insertTestDelivery(tx, { webhookId: id, userId: actor.userId, type: WEBHOOK_TEST_EVENT, ...getTimes() });
      }),

    async listDeliveries(actor: Person, id: string): Promise<WebhookDelivery[]> {
      if (!(await findWebhook(db, actor.userId, id))) throw new AppError('NOT_FOUND');
      return (await listDeliveries(db, id, WEBHOOK_LIMITS.deliveries)).map(presentDelivery);
    },

    /** NOT_FOUND, WEBHOOK_DISABLED, TOO_MANY_REQUESTS. */
    resend: (actor: Person, id: string, deliveryId: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await lockEnabled(tx, actor, id);
        const limit = { subject: `webhook resends ${actor.userId}`, limit: RESENDS_PER_HOUR, windowMs: HOUR_MS };
        await consumeAttempts(tx, clock, [limit], { refusal: RESEND_REFUSAL });
        if (!(await resendDelivery(tx, id, deliveryId, getTimes()))) throw new AppError('NOT_FOUND');
      }),
  };
}

export type WebhooksService = ReturnType<typeof createWebhooksService>;

/** INVALID with the reason. Host names are checked again at every delivery. */
function assertTarget(url: string, guard: SafeFetchSettings): void {
  try {
    assertRequestable(url, guard);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new AppError('INVALID', error.message, { issues: [{ path: 'url', message: error.message }] });
  }
}
