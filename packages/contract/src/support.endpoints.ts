import { endpoint } from './endpoint.ts';
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
} from './support.ts';

export const createCaptcha = endpoint({
  method: 'GET',
  path: '/contacts/captcha',
  summary: 'Creates a captcha for the contact form.',
  errors: [],
  access: 'public',
  tag: 'support',
  result: captcha,
});

export const readCaptchaSound = endpoint({
  method: 'GET',
  path: '/contacts/captcha/sound',
  summary: 'Returns the spoken version of a captcha as an audio file.',
  errors: ['CAPTCHA_MISMATCH'],
  access: 'public',
  tag: 'support',
  query: captchaSoundQuery,
  answers: 'bytes',
});

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/contacts',
  summary: 'Sends a message to support without an account.',
  errors: ['CAPTCHA_MISMATCH', 'PROOF_INVALID', 'CONTACT_FULL'],
  access: 'public',
  tag: 'support',
  body: contactBody,
  status: 201,
});

export const sendOwnContactMessage = endpoint({
  method: 'POST',
  path: '/contacts/own',
  summary: 'Sends a message to support from the signed-in account.',
  errors: ['CONTACT_FULL', 'TOO_MANY_MESSAGES'],
  access: 'session',
  tag: 'support',
  body: ownContactBody,
  status: 201,
});

export const listContactMessages = endpoint({
  method: 'GET',
  path: '/contacts',
  summary: 'Lists the messages from the contact form.',
  errors: [],
  access: 'console',
  capability: 'messages.see',
  tag: 'support',
  query: contactListQuery,
  result: contactList,
});

export const exportContactMessages = endpoint({
  method: 'GET',
  path: '/contacts/export/csv',
  summary: 'Exports the messages from the contact form as a CSV file.',
  errors: [],
  access: 'console',
  capability: 'messages.see',
  tag: 'support',
  query: contactExportQuery,
  answers: 'bytes',
});

export const answerContactMessage = endpoint({
  method: 'PUT',
  path: '/contacts/:id/answer',
  summary: 'Answers a message from the contact form by email.',
  errors: ['MESSAGE_ANSWERED'],
  access: 'console',
  capability: 'messages.answer',
  tag: 'support',
  body: contactAnswerBody,
  result: contactMessage,
});
