import { expect, it } from 'vitest';
import { getVolumeChoices, parseRotation, ROTATION_CHOICES } from './setting-words.ts';

it('every rotation that can be chosen is one, and the first leaves it to the screen', () => {
  expect(ROTATION_CHOICES.map(({ value }) => parseRotation(value))).toEqual([null, 0, 90, 180, 270]);
});

it('a volume that somebody set by other means is among the choices, in its place', () => {
  expect(getVolumeChoices(100).map(({ label }) => label)).toEqual(['100%', '80%', '60%', '40%', '20%', 'Muted']);
  expect(getVolumeChoices(55).map(({ value }) => value)).toEqual(['100', '80', '60', '55', '40', '20', '0']);
});
