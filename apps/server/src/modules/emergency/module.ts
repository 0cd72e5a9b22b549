import type { FastifyInstance } from 'fastify';
import { provide } from '../../platform/ports.ts';
import type { Policies } from '../access/index.ts';
import { personalDataExports } from '../accounts/index.ts';
import { defineModule } from '../define-module.ts';
import { filesModule } from '../files/index.ts';
import { ownerAndMembersPolicy } from '../organisations/index.ts';
import { createCapAlertsService } from './cap-alerts.service.ts';
import { presentFeed } from './cap-feeds.presenter.ts';
import { capFeedRoutes } from './cap-feeds.routes.ts';
import { createCapFeedsService } from './cap-feeds.service.ts';
import { findDueFeed, listFeeds } from './cap-feeds.store.ts';
import { createCapFetcher } from './cap-fetching.service.ts';
import { createCapResults } from './cap-results.service.ts';
import { emergencyEnded, emergencyRaised } from './emergency.events.ts';
import { createEmergencyReactions } from './emergency.reactions.ts';
import { emergencyRoutes, screenEmergencyRoutes } from './emergency.routes.ts';
import { createEmergencyAlertsService } from './emergency-alerts.service.ts';
import { listMessagesExport } from './emergency-messages.read-model.ts';
import { createEmergencyMessagesService } from './emergency-messages.service.ts';
import { createKeyRaises } from './key-raises.service.ts';
import { createPaintedAlerts } from './painted-alerts.service.ts';
import { createRaiseAlerts } from './raise-alerts.service.ts';
import { createScreenStates } from './screen-states.service.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'emergency.update': true;
    /** Shows a prepared message. */
    'emergency.raise': true;
    'emergencyAlert.read': true;
    /** Extends or ends an alert. */
    'emergencyAlert.update': true;
    'capFeed.update': true;
  }
}

/** People who may publish to the screens of an owner may also raise its messages. */
export const emergencyPolicies: Policies = {
  'emergency.update': ownerAndMembersPolicy('emergency_messages'),
  'emergency.raise': ownerAndMembersPolicy('emergency_messages'),
  'emergencyAlert.read': ownerAndMembersPolicy('emergency_alerts'),
  'emergencyAlert.update': ownerAndMembersPolicy('emergency_alerts'),
  'capFeed.update': ownerAndMembersPolicy('emergency_cap_feeds'),
};

const RETRY_EVERY_MS = 5000;
const FINISH_EVERY_MS = 30_000;
const CLEANUP_INTERVAL_MS = 6 * 3_600_000;

/** Messages that are prepared for emergencies, and alerts that show them on screens above all other content. */
export const emergencyModule = defineModule({
  name: 'emergency',
  tables: {
    owned: [
      'emergency_messages',
      'emergency_targets',
      'emergency_alerts',
      'emergency_receipts',
      'emergency_owners',
      'emergency_cap_alerts',
      'emergency_cap_feeds',
      'emergency_cap_entries',
      'emergency_cap_posting',
      'emergency_key_devices',
    ],
    read: ['users', 'organisation_members', 'files', 'albums', 'media', 'screens', 'devices', 'device_tags', 'tagged_devices'],
  },
  events: [emergencyRaised, emergencyEnded],
  policies: emergencyPolicies,
  auditedTables: { emergency: 'emergency_messages', emergencyAlert: 'emergency_alerts', capFeed: 'emergency_cap_feeds' },
  encryptedColumns: [{ key: 'cap-feeds', table: 'emergency_cap_feeds', id: 'id', columns: ['encrypted_address'] }],
  uses: { files: filesModule },
  accessCases: () => import('./access-cases.ts'),
  async create(platform, { files }) {
    const { db, tools, sourcesAllow, sourcesPorts, publicUrl } = platform;
    const encryption = await platform.serverKeys.loadEncryption('cap-feeds');
    const states = createScreenStates(platform);
    const raiseAlerts = createRaiseAlerts(platform);
    const alerts = createEmergencyAlertsService({ ...platform, alerts: raiseAlerts });
    const painted = createPaintedAlerts(platform);
    const parser = tools.sourceParser;
    const cap = createCapAlertsService({ ...platform, parser, alerts: raiseAlerts });
    const fetcher = createCapFetcher({
      ...platform,
      parser,
      encryption,
      guard: { allow: sourcesAllow, ports: sourcesPorts },
      userAgent: `Vitrine (${publicUrl})`,
      record: createCapResults({ ...platform, cap }),
    });
    const deps = {
      db,
      states,
      alerts,
      messages: createEmergencyMessagesService(platform),
      cap,
      feeds: createCapFeedsService({ ...platform, encryption }),
      keys: createKeyRaises({ ...platform, alerts: raiseAlerts }),
      sendFile: files.sendFile,
    };
    return {
      api: { sockets: { findState: states.findState, recordPainted: painted.record }, fetcher },
      routes: async (app: FastifyInstance) => {
        await emergencyRoutes(app, deps);
        await capFeedRoutes(app, deps);
        await screenEmergencyRoutes(app, deps);
      },
      dueWork: [{ name: 'emergency.fetch-feeds', findDue: findDueFeed, run: fetcher.run }],
      workerTasks: [
        { name: 'emergency.finish', everyMs: FINISH_EVERY_MS, run: alerts.finishExpired },
        { name: 'emergency.forget', everyMs: CLEANUP_INTERVAL_MS, run: alerts.deleteOld },
      ],
      everyProcessTasks: [{ name: 'emergency.confirmations', everyMs: RETRY_EVERY_MS, run: painted.retry }],
      reactions: createEmergencyReactions({ ...platform, states }),
      portProviders: [
        provide(personalDataExports, async (at, userId) => ({
          ...(await listMessagesExport(at, userId)),
          capFeeds: (await listFeeds(at, { userId })).map((row) => presentFeed(row, encryption, true)),
        })),
      ],
    };
  },
});
