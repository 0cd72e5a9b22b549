import * as endpoints from '@vitrine/contract/server-move.endpoints';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { getScreen } from '../../plugins/access-gate.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { ScreenArrivalsService } from './screen-arrivals.service.ts';
import type { ServerMoveService } from './server-move.service.ts';

interface Deps {
  moves: ServerMoveService;
  arrivals: ScreenArrivalsService;
}

/** Limit of the requests of one network, whose screens may all move at the same time. */
const OF_NETWORK = { rateLimit: perMinute(600) };
const ofScreen = (max: number) => ({
  rateLimit: { ...perMinute(max, (request) => getScreen(request).screenId), hook: 'preHandler' as const },
});
const ORIGIN = /^https?:\/\/[^/\s]{1,290}$/;

export async function serverMoveRoutes(app: FastifyInstance, { moves, arrivals }: Deps): Promise<void> {
  serve(app, endpoints.readServerMove, async () => ({ result: await moves.read() }));

  serve(
    app,
    endpoints.startServerMove,
    async ({ actor, body }) => ({ message: 'Screens are being moved.', result: await moves.start(actor, body.address) }),
    { rateLimit: perMinute(10), isSelfLimited: true },
  );

  serve(app, endpoints.endServerMove, async ({ actor }) => {
    await moves.end(actor);
    return { message: 'The move has ended.' };
  });

  serve(app, endpoints.readMoveInstruction, async ({ actor }) => ({ result: await moves.findInstruction(actor) }), ofScreen(30));

  serve(
    app,
    endpoints.reportMoveFailure,
    async ({ actor, body }) => {
      await moves.recordFailure(actor, body.moveId, body.failure);
      return {};
    },
    ofScreen(30),
  );
  await app.register(arrivalRoutes, { arrivals });
}

/** Endpoints of the server at the new address. */
async function arrivalRoutes(app: FastifyInstance, { arrivals }: Pick<Deps, 'arrivals'>): Promise<void> {
  serve(app, endpoints.proveScreenKnown, async ({ body }) => ({ result: await arrivals.proveScreen(body) }), OF_NETWORK);

  serve(
    app,
    endpoints.createHandover,
    async ({ actor, body, request }) => {
      const { origin: from, authorization = '' } = request.headers;
      // Browsers send the origin of the page, which can't choose it.
      if (from === undefined || !ORIGIN.test(from)) throw new AppError('BODY_INVALID', 'The request has no origin.');
      const [deviceId = '', secret = ''] = authorization.replace(/^Screen /, '').split(':');
      return { result: await arrivals.createHandover(actor, { deviceId, secret, from, state: body.state }) };
    },
    ofScreen(10),
  );

  serve(app, endpoints.redeemHandover, async ({ body }) => ({ result: await arrivals.redeem(body.ticket) }), OF_NETWORK);

  serve(
    app,
    endpoints.confirmArrival,
    async ({ actor, body }) => {
      await arrivals.confirm(actor, body);
      return {};
    },
    ofScreen(30),
  );

  serve(app, endpoints.proveInstallation, async ({ body }) => ({ result: await arrivals.proveServer(body) }), OF_NETWORK);
}
