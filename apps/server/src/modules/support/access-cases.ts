import { randomUUID } from 'node:crypto';
import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/contacts/captcha': { kind: 'public', url: '/contacts/captcha' },
  'GET /api/contacts/captcha/sound': { kind: 'public', url: '/contacts/captcha/sound?captchaId=x' },
  'POST /api/contacts': { kind: 'public', url: '/contacts', body: {} },
  'POST /api/contacts/own': { kind: 'self', url: '/contacts/own', body: {} },
  'GET /api/contacts': { kind: 'console', url: '/contacts' },
  'GET /api/contacts/export/csv': { kind: 'console', url: '/contacts/export/csv' },
  'PUT /api/contacts/:id/answer': {
    kind: 'console',
    url: '/contacts/{nothing}/answer',
    body: {},
    isAbsent: true,
    change: async ({ db }) => {
      const id = randomUUID();
      const message = { id, name: 'Ben', email: 'ben@example.com', phone_no: '', message_text: 'Where is my poster?' };
      await db.insertInto('contact_messages').values(message).execute();
      return { url: `/contacts/${id}/answer`, body: {} };
    },
  },
};
