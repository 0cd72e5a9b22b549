import { expect, it } from 'vitest';
import { AppError, getLoadFailure } from './app-error.ts';

const noNetwork = new AppError('NETWORK', 'The server cannot be reached.');
const gone = new AppError('NOT_FOUND', 'It does not exist.', 404);

it('is reported when loading failed, for any reason', () => {
  expect(getLoadFailure({ error: noNetwork, isLoadingError: true })).toBe(noNetwork);
  expect(getLoadFailure({ error: gone, isLoadingError: true })).toBe(gone);
});

it('is reported when access was revoked', () => {
  expect(getLoadFailure({ error: gone, isLoadingError: false })).toBe(gone);
});

it('is not told while what was loaded may still be shown', () => {
  const passing = [
    noNetwork,
    new AppError('UNAVAILABLE', 'Later.', 503),
    new AppError('TOO_MANY_REQUESTS', 'Later.', 429),
    new Error('Odd'),
  ];
  for (const error of [null, ...passing]) expect(getLoadFailure({ error, isLoadingError: false })).toBeNull();
});
