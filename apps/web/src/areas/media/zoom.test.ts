import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampView,
  FIT_VIEW,
  MAX_ZOOM,
  type Point,
  panBy,
  type ZoomState,
  zoomByDoubleTap,
  zoomByKey,
  zoomByPinch,
  zoomByWheel,
  zoomTo,
} from './zoom.ts';

const field = { stage: { width: 400, height: 800 }, picture: { width: 400, height: 300 } };
/** A picture with the shape of the stage, which covers it at any zoom. */
const filling = { stage: { width: 400, height: 800 }, picture: { width: 400, height: 800 } };

/** Returns the point of the unzoomed picture that lies toPicturePoint a point of the stage. */
const toPicturePoint = ({ scale, x, y }: ZoomState, at: Point) => ({ x: (at.x - x) / scale, y: (at.y - y) / scale });

describe('zooming a picture', () => {
  const place = fc.record({ x: fc.integer({ min: -200, max: 200 }), y: fc.integer({ min: -400, max: 400 }) });
  const zoomed = fc
    .record({
      scale: fc.double({ min: 1, max: MAX_ZOOM, noNaN: true }),
      x: fc.integer({ min: -900, max: 900 }),
      y: fc.integer({ min: -900, max: 900 }),
    })
    .map((view) => clampView(view, filling));

  it('keeps the point under the finger in place', () => {
    fc.assert(
      fc.property(zoomed, place, fc.double({ min: 1, max: 4, noNaN: true }), (view, at, factor) => {
        const next = zoomTo(view, view.scale * factor, at, filling);
        expect(toPicturePoint(next, at).x).toBeCloseTo(toPicturePoint(view, at).x, 6);
        expect(toPicturePoint(next, at).y).toBeCloseTo(toPicturePoint(view, at).y, 6);
      }),
    );
  });

  it('shows no more space around it than necessary', () => {
    fc.assert(
      fc.property(zoomed, place, fc.double({ min: 0.1, max: 4, noNaN: true }), (view, at, factor) => {
        const { scale, x, y } = panBy(zoomTo(view, view.scale * factor, at, filling), at, filling);
        expect(scale).toBeGreaterThanOrEqual(1);
        expect(scale).toBeLessThanOrEqual(MAX_ZOOM);
        expect(Math.abs(x)).toBeLessThanOrEqual((400 * scale - 400) / 2 + 1e-9);
        expect(Math.abs(y)).toBeLessThanOrEqual((800 * scale - 800) / 2 + 1e-9);
      }),
    );
  });

  it('centers the picture on an axis with free space', () => {
    expect(panBy(zoomTo(FIT_VIEW, 2, { x: 0, y: 0 }, field), { x: 50, y: 50 }, field)).toEqual({ scale: 2, x: 50, y: 0 });
  });

  it('resets to the whole picture when zooming out further', () => {
    expect(zoomByKey(zoomTo(FIT_VIEW, 1.2, { x: 90, y: 0 }, field), false, field)).toEqual(FIT_VIEW);
  });
});

describe('zoom inputs', () => {
  it('zooms to a double tap and back on the next one', () => {
    const near = zoomByDoubleTap(FIT_VIEW, { x: 100, y: 0 }, field);
    expect(near.scale).toBe(2.5);
    expect(toPicturePoint(near, { x: 100, y: 0 }).x).toBeCloseTo(100);
    expect(zoomByDoubleTap(near, { x: 100, y: 0 }, field)).toEqual(FIT_VIEW);
  });

  it('zooms in and out by the same steps with keys', () => {
    const once = zoomByKey(FIT_VIEW, true, field);
    expect(zoomByKey(zoomByKey(once, true, field), false, field).scale).toBeCloseTo(once.scale);
  });

  it('zooms with the wheel, and in finer steps with a trackpad pinch', () => {
    const at = { x: 0, y: 0 };
    expect(zoomByWheel(FIT_VIEW, -100, false, at, field).scale).toBeGreaterThan(1);
    expect(zoomByWheel(FIT_VIEW, 100, false, at, field)).toEqual(FIT_VIEW);
    expect(zoomByWheel(FIT_VIEW, -10, true, at, field).scale).toBeCloseTo(Math.exp(0.1));
  });

  it('doubles the scale when two fingers double their distance, and pans along', () => {
    const from = [
      { x: -50, y: 0 },
      { x: 50, y: 0 },
    ] as const;
    const to = [
      { x: -80, y: 40 },
      { x: 120, y: 40 },
    ] as const;
    const view = zoomByPinch(FIT_VIEW, from, to, filling);
    expect(view).toEqual({ scale: 2, x: 20, y: 40 });
    expect(toPicturePoint(view, to[0])).toEqual(from[0]);
    expect(toPicturePoint(view, to[1])).toEqual(from[1]);
  });

  it('ignores a pinch with both fingers on the same point', () => {
    const same = [
      { x: 0, y: 0 },
      { x: 0, y: 0 },
    ] as const;
    expect(zoomByPinch(FIT_VIEW, same, same, field)).toEqual(FIT_VIEW);
  });
});
