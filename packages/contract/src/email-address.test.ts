import { describe, expect, it } from 'vitest';
import { email } from './accounts.ts';
import { isEmailAddress, toAsciiEmail } from './email-address.ts';

describe('an email address', () => {
  it.each([
    ['ana@müller.example', 'ana@xn--mller-kva.example'],
    ['ana@MÜLLER.example', 'ana@xn--mller-kva.example'],
    ['ana@例え.テスト', 'ana@xn--r8jz45g.xn--zckzah'],
    ['ana@xn--mller-kva.example', 'ana@xn--mller-kva.example'],
    ['Ana@Example.com', 'Ana@Example.com'],
  ])('with the domain of %s is accepted as %s', (typed, stored) => {
    expect(email.parse(` ${typed} `)).toBe(stored);
    expect(isEmailAddress(typed)).toBe(true);
  });

  it.each([
    'ana',
    '@müller.example',
    'ana@müller',
    'ana@mül ler.example',
    'ana@müller.example/x',
    'ana@müller.example:80',
    'ana@[ü]',
    'ünö@example.com',
  ])('is rejected: %s', (typed) => {
    expect(email.safeParse(typed).success).toBe(false);
    expect(isEmailAddress(typed)).toBe(false);
  });

  it('stays unchanged when its domain is not valid', () => {
    expect(toAsciiEmail('ana@ü<.example')).toBe('ana@ü<.example');
  });
});
