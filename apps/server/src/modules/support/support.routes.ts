import * as endpoints from '@vitrine/contract/support.endpoints';
import type { FastifyInstance } from 'fastify';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import { sendCsv } from '../files/index.ts';
import type { CaptchasService } from './captchas.service.ts';
import { messageCsvHead, messageCsvLine } from './support.presenter.ts';
import type { SupportService } from './support.service.ts';

const RECEIVED = 'Thank you. We’ve received your message.';

export async function supportRoutes(
  app: FastifyInstance,
  { support, captchas }: { support: SupportService; captchas: CaptchasService },
): Promise<void> {
  serve(app, endpoints.createCaptcha, async () => ({ result: await captchas.draw() }), { rateLimit: perMinute(20) });

  serve(
    app,
    endpoints.readCaptchaSound,
    async ({ query, reply }) => reply.header('cache-control', 'no-store').type('audio/wav').send(captchas.sound(query.captchaId)),
    { rateLimit: perMinute(60) },
  );

  serve(
    app,
    endpoints.sendContactMessage,
    async ({ body: { captcha: answer, captchaId, proofOfWork, ...message }, request }) => {
      await captchas.assertSolved(captchaId, answer, proofOfWork);
      await support.send(message, request.ip);
      return { message: RECEIVED };
    },
    { rateLimit: perMinute(20) },
  );

  serve(
    app,
    endpoints.sendOwnContactMessage,
    async ({ actor, body }) => {
      await support.sendOwn(actor, body);
      return { message: RECEIVED };
    },
    { rateLimit: perMinute(20) },
  );

  serve(app, endpoints.listContactMessages, async ({ actor, query }) => ({ result: await support.list(actor, query) }));

  serve(app, endpoints.exportContactMessages, async ({ query, reply }) =>
    sendCsv(reply, {
      name: 'messages.csv',
      head: messageCsvHead(),
      parts: (atOnce) => support.listAll(query.state, atOnce),
      toLine: messageCsvLine,
    }),
  );

  serve(app, endpoints.answerContactMessage, async ({ actor, params, body: { replyText } }) => ({
    message: replyText === undefined ? 'Marked as answered.' : 'Reply sent.',
    result: await support.answer(actor, params.id, replyText),
  }));
}
