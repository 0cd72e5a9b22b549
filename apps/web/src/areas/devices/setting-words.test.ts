import { expect, it } from 'vitest';
import { getVolumeChoices, parseRotation, ROTATION_CHOICES } from './setting-words.ts';

it('every rotation that can be chosen is one, and the first leaves it to the screen', () => {
  expect(ROTATION_CHOICES.map(({ value }) => parseRotation(value))).toEqual([null, 0, 90, 180, 270]);
});

it('includes a custom volume in its place among the choices', () => {
  expect(getVolumeChoices(100).map(({ label }) => label)).toEqual(['100%', '80%', '60%', '40%', '20%', 'Muted']);
  expect(getVolumeChoices(55).map(({ value }) => value)).toEqual(['100', '80', '60', '55', '40', '20', '0']);
});
