import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/database/database.ts';
import { provide } from '../../platform/ports.ts';
import type { TextEncryption } from '../../platform/security/text-encryption.ts';
import { accountsModule, personalDataExports } from '../accounts/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { findDueDelivery } from './sending.store.ts';
import { createSubscribedEvents } from './subscribed-events.service.ts';
import { createWebhookSender } from './webhook-sender.service.ts';
import { presentWebhook } from './webhooks.presenter.ts';
import { createWebhookReactions } from './webhooks.reactions.ts';
import { webhooksRoutes } from './webhooks.routes.ts';
import { createWebhooksService } from './webhooks.service.ts';
import { listWebhooks } from './webhooks.store.ts';

const CLEAN_UP_EVERY_MS = 10 * 60_000;

/** Webhooks of accounts: events are sent to addresses that users enter. */
export const webhooksModule = defineModule({
  name: 'webhooks',
  tables: {
    owned: ['webhooks', 'webhook_deliveries'],
    read: ['users', 'albums', 'media', 'devices', 'emergency_alerts', 'orders', 'subscriptions'],
  },
  uses: { accounts: accountsModule },
  encryptedColumns: [
    { key: 'webhooks', table: 'webhooks', id: 'id', columns: ['encrypted_url', 'encrypted_secret', 'encrypted_old_secret'] },
  ],
  accessCases: () => import('./access-cases.ts'),
  create,
});

async function create(platform: Platform, { accounts }: { accounts: ModuleApi<typeof accountsModule> }) {
  const { clock, serverKeys, sourcesAllow, sourcesPorts, publicUrl } = platform;
  const deps = {
    ...platform,
    proofs: accounts.proofs,
    encryption: await serverKeys.loadEncryption('webhooks'),
    guard: { allow: sourcesAllow, ports: sourcesPorts },
    userAgent: `Vitrine (${publicUrl})`,
  };
  const subscribed = createSubscribedEvents();
  const webhooks = createWebhooksService({ ...deps, subscribed });
  const sender = createWebhookSender(deps);
  return {
    api: { sender },
    routes: (app: FastifyInstance) => webhooksRoutes(app, { webhooks }),
    workerTasks: [{ name: 'webhooks.cleanUp', everyMs: CLEAN_UP_EVERY_MS, run: sender.cleanUp }],
    dueWork: [{ name: 'webhooks.send', findDue: findDueDelivery, run: sender.run }],
    reactions: createWebhookReactions({ clock, subscribed }),
    portProviders: [provide(personalDataExports, (at, userId) => exportWebhooks(at, userId, deps.encryption))],
  };
}

const exportWebhooks = async (db: Db, userId: string, encryption: TextEncryption): Promise<Record<string, unknown>> => ({
  webhooks: (await listWebhooks(db, userId)).map((row) => presentWebhook(row, encryption)),
});
