import { expect, it } from 'vitest';
import { signInSearch } from './search-params.ts';

const nextOf = (next: string) => signInSearch({ next } as Parameters<typeof signInSearch>[0]).next;

it.each(['/main', '/main/albums?open=false', '/admin/users/17'])('redirects to %s after sign-in', (next) => {
  expect(nextOf(next)).toBe(next);
});

it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/mainx', '/login', 'javascript:alert(1)', '/main.evil.example'])(
  'does not redirect to %s after sign-in',
  (next) => {
    expect(nextOf(next)).toBeUndefined();
  },
);
