import { DIVIDER, LAYOUT_PRESETS, ZONES_OF_PRESET } from '@vitrine/contract/layouts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getZoneRects, type ZoneRect } from './zone-rects.ts';

const area = ({ width, height }: ZoneRect) => width * height;
const overlap = (one: ZoneRect, other: ZoneRect) =>
  Math.max(0, Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top));

it('covers the stage with the zones of the preset, without overlap', () => {
  const divider = fc.integer({ min: DIVIDER.min, max: DIVIDER.max });
  fc.assert(
    fc.property(fc.constantFrom(...LAYOUT_PRESETS), divider, fc.boolean(), (preset, percent, isPortrait) => {
      const zones = getZoneRects(preset, percent, isPortrait);
      expect(Object.keys(zones).sort()).toEqual(['main', ...ZONES_OF_PRESET[preset]].sort());
      const rects = Object.values(zones);
      expect(rects.reduce((sum, rect) => sum + area(rect), 0)).toBeCloseTo(10_000, 6);
      for (const [index, rect] of rects.entries()) {
        expect(area(rect)).toBeGreaterThan(0);
        expect(Math.min(rect.left, rect.top)).toBeGreaterThanOrEqual(0);
        expect(Math.max(rect.left + rect.width, rect.top + rect.height)).toBeLessThanOrEqual(100.000001);
        for (const other of rects.slice(index + 1)) expect(overlap(rect, other)).toBeCloseTo(0, 6);
      }
    }),
  );
});

it('places the side zone right of the main zone, and below it on a stage that is taller than wide', () => {
  expect(getZoneRects('side', 70, false).side).toEqual({ left: 70, top: 0, width: 30, height: 100 });
  expect(getZoneRects('side', 70, true).side).toEqual({ left: 0, top: 70, width: 100, height: 30 });
  expect(getZoneRects('l', 80, true)).toEqual({
    main: { left: 0, top: 0, width: 100, height: 64 },
    side: { left: 0, top: 64, width: 100, height: 16 },
    bottom: { left: 0, top: 80, width: 100, height: 20 },
  });
});
