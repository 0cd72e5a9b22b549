import * as endpoints from '@vitrine/contract/contacts.endpoints';
import type { FastifyInstance } from 'fastify';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { Captchas } from './captchas.ts';
import { insertContactMessage } from './support.store.ts';

export async function supportRoutes(app: FastifyInstance, { db, captchas }: { db: Database; captchas: Captchas }): Promise<void> {
  serve(app, endpoints.drawCaptcha, async () => ({ result: captchas.draw() }), { rateLimit: perMinute(60) });

  serve(
    app,
    endpoints.readCaptchaSound,
    async ({ query, reply }) => reply.header('cache-control', 'no-store').type('audio/wav').send(captchas.sound(query.captchaId)),
    { rateLimit: perMinute(60) },
  );

  serve(
    app,
    endpoints.sendMessage,
    async ({ body: { captcha: answer, captchaId, name, email, phoneNo, messageText } }) => {
      await captchas.assertAnswered(captchaId, answer);
      await insertContactMessage(autocommit(db), { id: newId(), name, email, phone_no: phoneNo, message_text: messageText });
      return { message: 'Thank you. Your message has reached us.' };
    },
    { rateLimit: perMinute(20) },
  );
}
