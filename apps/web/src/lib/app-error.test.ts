import { expect, it } from 'vitest';
import { AppError, getLoadFailure } from './app-error.ts';

const noNetwork = new AppError('NETWORK', 'The server cannot be reached.');
const gone = new AppError('NOT_FOUND', 'It does not exist.', 404);

it('getLoadFailure returns the error of a failed first load', () => {
  expect(getLoadFailure({ error: noNetwork, isLoadingError: true })).toBe(noNetwork);
  expect(getLoadFailure({ error: gone, isLoadingError: true })).toBe(gone);
});

it('getLoadFailure returns the error when loaded data is gone', () => {
  expect(getLoadFailure({ error: gone, isLoadingError: false })).toBe(gone);
});

it('getLoadFailure ignores temporary errors while loaded data can still be shown', () => {
  const temporary = [
    noNetwork,
    new AppError('UNAVAILABLE', 'Later.', 503),
    new AppError('TOO_MANY_REQUESTS', 'Later.', 429),
    new Error('Odd'),
  ];
  for (const error of [null, ...temporary]) expect(getLoadFailure({ error, isLoadingError: false })).toBeNull();
});
