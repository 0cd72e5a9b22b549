import { captcha, contactBody } from './contacts.ts';
import { endpoint } from './endpoint.ts';

export const drawCaptcha = endpoint({ method: 'GET', path: '/contacts/captcha', access: 'public', tag: 'support', result: captcha });

export const sendMessage = endpoint({
  method: 'POST',
  path: '/contacts',
  access: 'public',
  tag: 'support',
  body: contactBody,
  status: 201,
});
