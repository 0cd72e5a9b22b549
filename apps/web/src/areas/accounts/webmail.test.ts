import { expect, test } from 'vitest';
import { getWebmailLink } from './webmail.ts';

test('an address of a well-known mailbox leads to it', () => {
  expect(getWebmailLink('mara.lind@Gmail.com')).toEqual({ name: 'Gmail', url: 'https://mail.google.com/mail/' });
  expect(getWebmailLink('mara@hotmail.co.uk')?.name).toBe('Outlook');
  expect(getWebmailLink('mara@web.de')?.name).toBe('WEB.DE');
});

test('an address of somewhere else leads nowhere, however much it looks like one', () => {
  for (const email of ['mara@lind.example', 'gmail.com@lind.example', 'mara@notgmail.com', 'mara@gmail.com.lind.example', 'mara'])
    expect(getWebmailLink(email)).toBeUndefined();
});
