import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { authorize } from '../modules/access/index.ts';
import { albumDeleting } from '../modules/albums/index.ts';
import { defineModule } from '../modules/define-module.ts';
import { defineEvent, on } from '../platform/events.ts';
import { createJobHandler, defineJob } from '../platform/queue/job-type.ts';
import { getPerson } from '../plugins/access-gate.ts';

const plantedNoted = defineEvent<{ albumId: string }>('planted.noted');
const plantedJob = defineJob('planted.note', z.object({ albumId: z.uuid() }));

/** Payloads that the module's own reaction received. */
export const plantedEvents: string[] = [];

/** A minimal module with every kind of declaration. The test that adds it creates its table. */
export const plantedModule = defineModule({
  name: 'planted',
  tables: { owned: ['planted_notes' as never], read: ['albums'] },
  events: [plantedNoted],
  accessCases: async () => ({ cases: { 'GET /api/planted/:albumId': { kind: 'read' as const, url: '/planted/{albumId}' } } }),
  create: ({ db, queue, emit }) => ({
    api: {},
    routes: async (app: FastifyInstance) => {
      app.get('/planted/:albumId', { config: { access: 'session' } }, async (request) => {
        const { albumId } = request.params as { albumId: string };
        await authorize(db, getPerson(request), 'album.read', [albumId]);
        return { error: false, result: 'found' };
      });
    },
    jobs: [
      createJobHandler(plantedJob, async ({ albumId }) => {
        await sql`update planted_notes set noted = 'job' where album_id = ${albumId}`.execute(db);
      }),
    ],
    reactions: [
      on(albumDeleting, async (tx, { albumId }) => {
        await sql`insert into planted_notes values (${albumId}, 'reaction')`.execute(tx);
        await queue.add(tx, plantedJob, { albumId });
        await emit(tx, plantedNoted, { albumId });
      }),
      on(plantedNoted, async (_tx, { albumId }) => void plantedEvents.push(albumId)),
    ],
  }),
});
