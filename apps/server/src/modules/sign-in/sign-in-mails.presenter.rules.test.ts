import { expect, it } from 'vitest';
import { applyBrand } from '../../platform/mail/brand.ts';
import { newBrowserMail } from './sign-in-mails.presenter.ts';

const ANA = { name: 'Ana', email: 'ana@example.com' };
const AT = new Date(Date.UTC(2026, 10, 29, 12, 8));
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

it('names the browser, its address and the time', () => {
  expect(applyBrand(newBrowserMail(ANA, { userAgent: FIREFOX, address: '203.0.113.7', at: AT }), 'PP').text).toContain(
    'Your Vitrine account was used in a new browser: Firefox on Linux, from the address 203.0.113.7, on 29 November 2026 at 12:08 UTC.',
  );
});

it('has the name of the partner platform for its users', () => {
  const { text, html } = applyBrand(newBrowserMail(ANA, { userAgent: FIREFOX, address: '203.0.113.7', at: AT }), 'WV');
  expect(text).toContain('Your WV account');
  expect(text + html).not.toContain('Vitrine');
});

it('contains no link of a program that calls itself by an address', () => {
  const { text } = newBrowserMail(ANA, { userAgent: 'evil.example/1', address: '203.0.113.7', at: AT });
  expect(text).toContain('evil example');
});
