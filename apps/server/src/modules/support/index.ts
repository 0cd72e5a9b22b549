import { captcha, contactBody, done, envelope } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { loadServerKey } from '../accounts/index.ts';
import { createCaptchas } from './captchas.ts';
import { insertContactMessage } from './support.store.ts';

const tags = ['support'];
const perMinute = (max: number) => ({ access: 'public' as const, rateLimit: { max, timeWindow: 60_000 } });

export async function createSupportModule({ db, clock }: { db: Database; clock: Clock }) {
  const captchas = createCaptchas(await loadServerKey(db, 'captchas'), clock);
  return {
    routes: async (instance: FastifyInstance) => {
      const app = instance.withTypeProvider<ZodTypeProvider>();
      app.get(
        '/contacts/captcha',
        { config: perMinute(60), schema: { tags, response: { 200: envelope(captcha) } } },
        async (_request, reply) => {
          reply.header('cache-control', 'no-store');
          return { error: false as const, result: captchas.draw() };
        },
      );
      app.post(
        '/contacts',
        { config: perMinute(20), schema: { tags, body: contactBody, response: { 201: done } } },
        async (request, reply) => {
          const { captcha: answer, captchaId, name, email, phoneNo, messageText } = request.body;
          captchas.assertAnswered(captchaId, answer);
          await insertContactMessage(db, { id: newId(), name, email, phone_no: phoneNo, message_text: messageText });
          return reply.code(201).send({ error: false as const, message: 'Thank you. Your message has reached us.' });
        },
      );
    },
  };
}
