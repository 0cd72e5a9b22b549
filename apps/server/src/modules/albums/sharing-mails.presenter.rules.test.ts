import { expect, it } from 'vitest';
import { albumInvitationMail, albumSignUpInvitationMail } from './sharing-mails.presenter.ts';

it.each([
  ['with', albumInvitationMail],
  ['without', albumSignUpInvitationMail],
])('breaks web addresses, lines and tags in names, in the invitation of an address %s an account', (_account, compose) => {
  const mail = compose({
    email: 'nora@example.com',
    name: 'see evil.example',
    inviterName: 'Win at evil.example\r\nBcc: all@evil.example',
    albumName: '<img src="https://evil.example/now">',
    publicUrl: 'https://walls.example',
  });
  expect(mail.subject).toBe('Win at evil example Bcc: all@evil example invited you to an album');
  expect(JSON.stringify(mail)).not.toContain('evil.example');
  expect(mail.html).not.toContain('<img');
});
