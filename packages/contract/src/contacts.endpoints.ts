import { captcha, captchaSoundQuery, contactBody } from './contacts.ts';
import { endpoint } from './endpoint.ts';

export const drawCaptcha = endpoint({ method: 'GET', path: '/contacts/captcha', access: 'public', tag: 'support', result: captcha });

export const readCaptchaSound = endpoint({
  method: 'GET',
  path: '/contacts/captcha/sound',
  access: 'public',
  tag: 'support',
  query: captchaSoundQuery,
  answers: 'bytes',
});

export const sendMessage = endpoint({
  method: 'POST',
  path: '/contacts',
  access: 'public',
  tag: 'support',
  body: contactBody,
  status: 201,
});
