import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/contacts/captcha': { kind: 'public', url: '/contacts/captcha' },
  'GET /api/contacts/captcha/sound': { kind: 'public', url: '/contacts/captcha/sound?captchaId=x' },
  'POST /api/contacts': { kind: 'public', url: '/contacts', body: {} },
  'POST /api/contacts/own': { kind: 'self', url: '/contacts/own', body: {} },
  'GET /api/contacts': { kind: 'administratorRead', url: '/contacts' },
  'PUT /api/contacts/:id/answer': { kind: 'administratorWrite', url: '/contacts/{nothing}/answer', body: {}, isAbsent: true },
};
