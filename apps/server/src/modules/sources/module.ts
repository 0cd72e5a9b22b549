import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { autocommit, type Db } from '../../platform/database/database.ts';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import type { TextEncryption } from '../../platform/security/text-encryption.ts';
import type { OwnerRow, Policies } from '../access/index.ts';
import { personalDataExports } from '../accounts/index.ts';
import { albumsModule } from '../albums/index.ts';
import { defineModule } from '../define-module.ts';
import { memberLeft } from '../organisations/index.ts';
import { widgetDocuments } from '../processing/index.ts';
import { filesCopied } from '../transfers/index.ts';
import { createFetchRecorder } from './fetch-results.service.ts';
import { findDueSource } from './fetches.store.ts';
import { createRedrawStillsHandler } from './redraw-stills.jobs.ts';
import { deleteUnusedCopies, linkFileCopies, separateSources } from './source-copies.store.ts';
import { createSourceFetcher } from './source-fetching.service.ts';
import { sourcesChanged } from './sources.events.ts';
import { parseDocument } from './sources.presenter.ts';
import { findSourceOfFile, listSourcesForExport } from './sources.read-model.ts';
import { sourcesRoutes } from './sources.routes.ts';
import { createSourcesService } from './sources.service.ts';
import { createWidgetSources } from './widget-sources.service.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'source.read': true;
    'source.update': true;
  }
}

const ownerPolicy: Policies[keyof Policies] = (ids) =>
  sql<OwnerRow>`select id, owner_id as "ownerId" from sources where id = any(${ids}::uuid[])`;
export const sourcePolicies: Policies = { 'source.read': ownerPolicy, 'source.update': ownerPolicy };

const DELETE_COPIES_EVERY_MS = 6 * 3_600_000;

/** Data sources of accounts: feeds, calendars, tables and the weather, fetched in the background. */
export const sourcesModule = defineModule({
  name: 'sources',
  tables: { owned: ['sources', 'widget_sources'], read: ['organisation_members', 'files', 'media', 'binned_media'] },
  events: [sourcesChanged],
  policies: sourcePolicies,
  auditedTables: { source: 'sources' },
  uses: { albums: albumsModule },
  encryptedColumns: [{ key: 'source-addresses', table: 'sources', id: 'id', columns: ['encrypted_address'] }],
  accessCases: () => import('./access-cases.ts'),
  async create(platform, { albums }) {
    const { db, clock, log, tools, sourcesAllow, sourcesPorts, publicUrl } = platform;
    const encryption = await platform.serverKeys.loadEncryption('source-addresses');
    const sources = createSourcesService({ ...platform, encryption });
    const fetcher = createSourceFetcher({
      db,
      clock,
      log,
      encryption,
      parser: tools.sourceParser,
      guard: { allow: sourcesAllow, ports: sourcesPorts },
      // Providers of free data require an address of the operator.
      userAgent: `Vitrine (${publicUrl})`,
      record: createFetchRecorder(platform),
    });
    return {
      api: { ...createWidgetSources({ db, clock }), fetcher },
      routes: async (app: FastifyInstance) => {
        await sourcesRoutes(app, { sources });
      },
      jobs: [createRedrawStillsHandler(platform)],
      workerTasks: [
        {
          name: 'sources.delete-copies',
          everyMs: DELETE_COPIES_EVERY_MS,
          run: async () => void (await deleteUnusedCopies(autocommit(db))),
        },
      ],
      dueWork: [{ name: 'sources.fetch', findDue: findDueSource, run: fetcher.run }],
      reactions: [
        on(filesCopied, (tx, { copies }) => linkFileCopies(tx, copies, clock.now())),
        on(memberLeft, async (tx, { userId }) => {
          for (const albumId of await separateSources(tx, userId, clock.now())) await albums.contentChanged(tx, albumId);
        }),
      ],
      portProviders: [
        provide(widgetDocuments, async (at, fileId) => parseDocument((await findSourceOfFile(at, fileId))?.document ?? null)),
        provide(personalDataExports, (at, userId) => exportSources(at, userId, encryption)),
      ],
    };
  },
});

/** The addresses belong to the account, so its export contains them. */
async function exportSources(db: Db, userId: string, encryption: TextEncryption): Promise<Record<string, unknown>> {
  const rows = await listSourcesForExport(db, userId);
  return {
    dataSources: rows.map(
      ({ name, kind, settings, encrypted_address: address, interval_minutes: intervalMinutes, created_at: createdAt }) => ({
        name,
        kind,
        settings,
        address: address && encryption.decrypt(address),
        intervalMinutes,
        createdAt,
      }),
    ),
  };
}
