import { expect, test } from 'vitest';
import { getWebmailLink } from './webmail.ts';

test('links an address of a known mail provider to its webmail', () => {
  expect(getWebmailLink('mara.lind@Gmail.com')).toEqual({ name: 'Gmail', url: 'https://mail.google.com/mail/' });
  expect(getWebmailLink('mara@hotmail.co.uk')?.name).toBe('Outlook');
  expect(getWebmailLink('mara@web.de')?.name).toBe('WEB.DE');
});

test('returns no link for other domains, including lookalikes of known providers', () => {
  for (const email of ['mara@lind.example', 'gmail.com@lind.example', 'mara@notgmail.com', 'mara@gmail.com.lind.example', 'mara'])
    expect(getWebmailLink(email)).toBeUndefined();
});
