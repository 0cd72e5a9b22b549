import { readDevicePlays } from '@vitrine/contract/plays.endpoints';
import { reportPlays } from '@vitrine/contract/screens.endpoints';
import type { FastifyInstance } from 'fastify';
import { getScreen } from '../../plugins/access-gate.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { PlaysService } from './plays.service.ts';

/** A screen reports every minute or two, and sends a backlog of 100,000 plays within half an hour. */
const rateLimit = { ...perMinute(60, (request) => getScreen(request).screenId), hook: 'preHandler' as const };

export async function playsRoutes(app: FastifyInstance, { plays }: { plays: PlaysService }): Promise<void> {
  serve(app, reportPlays, async ({ actor, body }) => ({ result: await plays.store(actor, body) }), { rateLimit });

  serve(app, readDevicePlays, async ({ actor, params, query }) => ({ result: await plays.readDevicePlays(actor, params.id, query) }));
}
