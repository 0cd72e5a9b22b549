import { expect, it } from 'vitest';
import { FIELDS_OF_SELECTION, getFieldsOfMedia, parseScreenTimes } from './screen-times-form.ts';

const always = getFieldsOfMedia({ duration: null, valid: null });

it('returns the same settings that it was filled with', () => {
  const valid = { from: '2026-12-01T08:00', weekdays: [1, 5], startTime: '22:00', endTime: '02:00' };
  expect(parseScreenTimes(getFieldsOfMedia({ duration: 12, valid }))).toEqual({ times: { duration: 12, valid }, errors: null });
  expect(parseScreenTimes(always)).toEqual({ times: { duration: null, valid: null }, errors: null });
});

it('changes nothing of a selection unless asked', () => {
  expect(parseScreenTimes(FIELDS_OF_SELECTION).times).toEqual({});
  expect(parseScreenTimes({ ...FIELDS_OF_SELECTION, shown: 'always' }).times).toEqual({ valid: null });
});

it('treats all seven days as every day', () => {
  const period = { ...always, shown: 'period' as const, startTime: '08:00', endTime: '09:00' };
  expect(parseScreenTimes({ ...period, weekdays: [0, 1, 2, 3, 4, 5, 6] }).times?.valid).toEqual({ startTime: '08:00', endTime: '09:00' });
});

it.each([
  ['an empty period', { shown: 'period' as const }, { from: 'Enter a date, days or times.' }],
  [
    'an end before the start',
    { shown: 'period' as const, from: '2026-12-02T08:00', until: '2026-12-01T08:00' },
    { until: 'Choose an end after the start.' },
  ],
  ['a missing end time', { shown: 'period' as const, startTime: '08:00' }, { endTime: 'Enter an end time.' }],
  ['no seconds', { stays: 'own' as const }, { seconds: 'Enter at least 1 second.' }],
  ['too many seconds', { stays: 'own' as const, seconds: '4000' }, { seconds: 'Enter at most 3600 seconds, which is an hour.' }],
])('reports %s at its field', (_name, change, errors) => {
  expect(parseScreenTimes({ ...always, ...change })).toEqual({ times: null, errors });
});
