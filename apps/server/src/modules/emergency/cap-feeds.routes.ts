import * as endpoints from '@vitrine/contract/cap-feeds.endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getPerson } from '../../plugins/access-gate.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { CapFeedsService } from './cap-feeds.service.ts';

/** Each change fetches the feed. */
const CHANGES = { ...perMinute(20, (request: FastifyRequest) => getPerson(request).userId), hook: 'preHandler' as const };

export async function capFeedRoutes(app: FastifyInstance, { feeds }: { feeds: CapFeedsService }): Promise<void> {
  serve(app, endpoints.listCapFeeds, async ({ actor, query }) => ({ result: await feeds.list(actor, query) }));

  serve(app, endpoints.createCapFeed, async ({ actor, body }) => ({ message: 'Feed added.', result: await feeds.create(actor, body) }), {
    rateLimit: CHANGES,
  });

  serve(
    app,
    endpoints.editCapFeed,
    async ({ actor, params, body }) => ({ message: 'Changes saved.', result: await feeds.edit(actor, params.feedId, body) }),
    { rateLimit: CHANGES },
  );

  serve(
    app,
    endpoints.deleteCapFeed,
    async ({ actor, params }) => {
      await feeds.remove(actor, params.feedId);
      return { message: 'Feed deleted.' };
    },
    { rateLimit: CHANGES },
  );

  serve(
    app,
    endpoints.editPostingKeys,
    async ({ actor, body: { trustedKeys, ...scope } }) => {
      await feeds.editPostingKeys(actor, scope, trustedKeys);
      return { message: 'Changes saved.' };
    },
    { rateLimit: CHANGES },
  );
}
