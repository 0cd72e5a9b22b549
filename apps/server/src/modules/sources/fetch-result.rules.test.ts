import { expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { FetchError } from '../../platform/sources/fetch-error.ts';
import { describeFailure } from './fetch-result.rules.ts';

it('names the weather service when the weather could not be fetched', () => {
  const error = new FetchError('nameUnknown');
  expect(describeFailure(error, 'feed')).toContain('Check it for typing errors.');
  expect(describeFailure(error, 'weather')).toBe('The weather service can’t be reached at the moment. We’ll try again.');
});

it('returns nothing for faults of this server', () => {
  expect(describeFailure(new Error('no connection'), 'weather')).toBeUndefined();
  expect(describeFailure(new AppError('SOURCE_INVALID', 'Not a feed.'), 'feed')).toBe('Not a feed.');
});
