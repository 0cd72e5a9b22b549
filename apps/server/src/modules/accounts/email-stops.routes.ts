import * as endpoints from '@vitrine/contract/accounts.endpoints';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import { emailStops } from './accounts.events.ts';

/** From one address. Email providers send the requests of all their users. */
const STOPS = perMinute(600);
const MAX_FORM_BYTES = 4096;

/** Ends emails by the token of their link, for the page of the link and for email programs. */
export async function emailStopRoutes(app: FastifyInstance, { db, ports }: { db: Database } & Pick<Ports, 'ports'>): Promise<void> {
  /** LINK_EXPIRED. */
  const stop = (token: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      for (const stopEmails of ports(emailStops)) if (await stopEmails(tx, token)) return;
      throw new AppError('LINK_EXPIRED');
    });

  await app.register(async (scope) => {
    // Email programs send a form, as RFC 8058 requires. The token in the address says everything.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_request, _body, done) => done(null));
    serve(
      scope,
      endpoints.stopEmails,
      async ({ query }) => {
        await stop(query.token);
        return { message: 'You will no longer get these emails.' };
      },
      { rateLimit: STOPS, bodyLimit: MAX_FORM_BYTES },
    );
  });
}
