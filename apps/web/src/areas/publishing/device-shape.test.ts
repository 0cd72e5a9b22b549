import { expect, it } from 'vitest';
import { fitIntoBox, getDeviceShape } from './device-shape.ts';

const measured = (width: number, height: number) => ({ health: { width, height } }) as Parameters<typeof getDeviceShape>[0]['screen'];

it('is the size measured by the screen, regardless of the rotation that its owner has just chosen', () => {
  expect(getDeviceShape({ screen: measured(1080, 1920), rotation: 0 })).toEqual({ width: 1080, height: 1920 });
});

it('is 16:9 of a screen that has not told, upright when it is turned', () => {
  expect(getDeviceShape({ screen: null, rotation: null })).toEqual({ width: 16, height: 9 });
  expect(getDeviceShape({ screen: measured(0, 0), rotation: 270 })).toEqual({ width: 9, height: 16 });
});

it('fits into a box of 16:9 whole', () => {
  expect(fitIntoBox({ width: 3840, height: 2160 })).toEqual({ width: 100, height: 100 });
  expect(fitIntoBox({ width: 1080, height: 1920 }).width).toBeCloseTo(31.64, 2);
  expect(fitIntoBox({ width: 2560, height: 1080 }).height).toBeCloseTo(75, 2);
});
