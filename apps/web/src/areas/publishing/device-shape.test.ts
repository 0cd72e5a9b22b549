import { expect, it } from 'vitest';
import { fitIntoBox, getDeviceShape } from './device-shape.ts';

const measured = (width: number, height: number) => ({ health: { width, height } }) as Parameters<typeof getDeviceShape>[0]['screen'];

it('returns the size reported by the screen, regardless of a newly chosen rotation', () => {
  expect(getDeviceShape({ screen: measured(1080, 1920), rotation: 0 })).toEqual({ width: 1080, height: 1920 });
});

it('returns 16:9 for a screen without a report, upright when it is rotated', () => {
  expect(getDeviceShape({ screen: null, rotation: null })).toEqual({ width: 16, height: 9 });
  expect(getDeviceShape({ screen: measured(0, 0), rotation: 270 })).toEqual({ width: 9, height: 16 });
});

it('fits the whole screen into a 16:9 box', () => {
  expect(fitIntoBox({ width: 3840, height: 2160 })).toEqual({ width: 100, height: 100 });
  expect(fitIntoBox({ width: 1080, height: 1920 }).width).toBeCloseTo(31.64, 2);
  expect(fitIntoBox({ width: 2560, height: 1080 }).height).toBeCloseTo(75, 2);
});
