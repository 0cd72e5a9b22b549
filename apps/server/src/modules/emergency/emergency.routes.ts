import { EMERGENCY_LIMITS } from '@vitrine/contract/emergency';
import * as endpoints from '@vitrine/contract/emergency.endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { getPerson, getScreen } from '../../plugins/access-gate.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { CapAlertsService } from './cap-alerts.service.ts';
import type { EmergencyAlertsService } from './emergency-alerts.service.ts';
import type { EmergencyMessagesService } from './emergency-messages.service.ts';
import { isPictureOfScreen } from './emergency-screens.read-model.ts';
import type { KeyRaises } from './key-raises.service.ts';
import type { ScreenStates } from './screen-states.service.ts';

interface EmergencyRoutesDeps {
  db: Database;
  messages: EmergencyMessagesService;
  alerts: EmergencyAlertsService;
  cap: CapAlertsService;
  states: ScreenStates;
  keys: KeyRaises;
  sendFile: (request: FastifyRequest, reply: FastifyReply, sha256: string) => Promise<unknown>;
}

const ofPerson = (request: FastifyRequest) => getPerson(request).userId;
/** Each change reaches all screens of an owner. */
const CHANGES = { ...perMinute(60, ofPerson), hook: 'preHandler' as const };
const RAISES = { ...perMinute(30, ofPerson), hook: 'preHandler' as const };
/** Limit of one screen, which requests its messages when they have changed. */
const OF_SCREEN = { ...perMinute(60, (request) => getScreen(request).screenId), hook: 'preHandler' as const };
/** Limit of one screen, on which a key must be held for seconds. */
const KEYS = { ...perMinute(3, (request) => getScreen(request).screenId), hook: 'preHandler' as const };

export async function emergencyRoutes(app: FastifyInstance, { messages, alerts, cap }: EmergencyRoutesDeps): Promise<void> {
  serve(app, endpoints.listEmergencyMessages, async ({ actor, query }) => ({ result: await messages.list(actor, query) }));

  serve(
    app,
    endpoints.createEmergencyMessage,
    async ({ actor, body }) => ({ message: 'Message saved.', result: await messages.create(actor, body) }),
    { rateLimit: CHANGES },
  );

  serve(
    app,
    endpoints.editEmergencyMessage,
    async ({ actor, params, body }) => ({ message: 'Changes saved.', result: await messages.edit(actor, params.messageId, body) }),
    { rateLimit: CHANGES },
  );

  serve(
    app,
    endpoints.deleteEmergencyMessage,
    async ({ actor, params }) => {
      await messages.remove(actor, params.messageId);
      return { message: 'Message deleted.' };
    },
    { rateLimit: CHANGES },
  );

  serve(app, endpoints.raiseEmergency, async ({ actor, params, body }) => ({ result: await alerts.raise(actor, params.messageId, body) }), {
    rateLimit: RAISES,
  });

  serve(app, endpoints.listEmergencyAlerts, async ({ actor, query }) => ({ result: await alerts.list(actor, query) }));

  serve(app, endpoints.readEmergencyAlert, async ({ actor, params }) => ({ result: await alerts.read(actor, params.alertId) }));

  serve(
    app,
    endpoints.extendEmergency,
    async ({ actor, params, body }) => ({ result: await alerts.extend(actor, params.alertId, body.minutes) }),
    { rateLimit: RAISES },
  );

  // Without a limit, because nothing may keep people from ending an alert. Alerts that have ended stay as they are.
  serve(app, endpoints.endEmergency, async ({ actor, params }) => ({ result: await alerts.end(actor, params.alertId) }));

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'string' as const, bodyLimit: EMERGENCY_LIMITS.capBytes };
    for (const type of ['application/cap+xml', 'application/xml', 'text/xml'])
      scope.addContentTypeParser(type, options, (_request, body, done) => done(null, body));
    serve(
      scope,
      endpoints.receiveCapAlert,
      async ({ actor, query, request }) => ({ result: await cap.receive(actor, query, request.body) }),
      { rateLimit: RAISES, bodyLimit: EMERGENCY_LIMITS.capBytes },
    );
  });
}

export async function screenEmergencyRoutes(app: FastifyInstance, { db, states, keys, sendFile }: EmergencyRoutesDeps): Promise<void> {
  serve(
    app,
    endpoints.raiseByKey,
    async ({ actor, body }) => {
      await keys.raise(actor.screenId, body.messageId);
      return { message: 'Message raised.' };
    },
    { rateLimit: KEYS },
  );

  serve(
    app,
    endpoints.readScreenEmergency,
    async ({ actor, reply }) => {
      reply.header('cache-control', 'no-store');
      return { result: await states.read(actor.screenId) };
    },
    { rateLimit: OF_SCREEN },
  );

  serve(app, endpoints.readEmergencyFile, async ({ actor, params: { sha256 }, request, reply }) => {
    if (!(await isPictureOfScreen(db, actor.screenId, sha256))) throw new AppError('NOT_FOUND');
    return sendFile(request, reply, sha256);
  });
}
