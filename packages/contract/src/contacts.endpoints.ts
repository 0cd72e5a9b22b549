import {
  captcha,
  captchaSoundQuery,
  contactAnswerBody,
  contactBody,
  contactExportQuery,
  contactList,
  contactListQuery,
  contactMessage,
  ownContactBody,
} from './contacts.ts';
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

export const sendOwnMessage = endpoint({
  method: 'POST',
  path: '/contacts/own',
  access: 'session',
  tag: 'support',
  body: ownContactBody,
  status: 201,
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/contacts',
  access: 'console',
  capability: 'messages.see',
  tag: 'support',
  query: contactListQuery,
  result: contactList,
});

/** What the list of messages has, as a CSV file, as it is read. */
export const exportMessages = endpoint({
  method: 'GET',
  path: '/contacts/export/csv',
  access: 'console',
  capability: 'messages.see',
  tag: 'support',
  query: contactExportQuery,
  answers: 'bytes',
});

export const answerMessage = endpoint({
  method: 'PUT',
  path: '/contacts/:id/answer',
  access: 'console',
  capability: 'messages.answer',
  tag: 'support',
  body: contactAnswerBody,
  result: contactMessage,
});
