import { bulkSettingsBody } from '@vitrine/contract/bulk-devices';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDisplayValues, type DisplayValues, KEEP, toDisplayRequest } from './bulk-settings-values.ts';
import { FIT_CHOICES, getVolumeChoices, ROTATION_CHOICES } from './device-labels.ts';

const choose = (choices: readonly { value: string }[]) => fc.constantFrom(KEEP, ...choices.map(({ value }) => value));
const values: fc.Arbitrary<DisplayValues> = fc.record({
  fit: choose(FIT_CHOICES),
  rotation: choose(ROTATION_CHOICES),
  volume: choose(getVolumeChoices(100)),
  timeZone: fc.constantFrom(KEEP, 'UTC', 'Asia/Tokyo'),
});
const ID = '00000000-0000-7000-8000-0000000000f1';

it('requests nothing while all settings are kept', () => {
  expect(toDisplayRequest(createDisplayValues())).toEqual({});
});

it('requests valid settings, and only those that are not kept', () => {
  fc.assert(
    fc.property(values, (chosen) => {
      const request = toDisplayRequest(chosen);
      const names = (Object.keys(chosen) as (keyof DisplayValues)[]).filter((name) => chosen[name] !== KEEP);
      expect(Object.keys(request).toSorted()).toEqual(names.toSorted());
      expect(bulkSettingsBody.safeParse({ deviceId: [ID], ...request }).success).toBe(names.length > 0);
    }),
  );
});

it('keeps the difference between no rotation and the setting of the screen', () => {
  const none = createDisplayValues();
  expect(toDisplayRequest({ ...none, rotation: '0' })).toEqual({ rotation: 0 });
  expect(toDisplayRequest({ ...none, rotation: '', volume: '0' })).toEqual({ rotation: null, volume: 0 });
});
