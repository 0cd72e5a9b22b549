import { expect, it } from 'vitest';
import { getSparkShape } from './charts.tsx';

it('draws values from the left to the right, the largest at the top and nothing at the bottom', () => {
  expect(getSparkShape([0, 5, 10], 100, 20)).toEqual({
    line: 'M0 20L50 10L100 0',
    area: 'M0 20L50 10L100 0L100 20L0 20Z',
    last: { x: 100, y: 0 },
  });
});

it('leaves a gap where nothing is known, and draws a day alone as a stroke', () => {
  const { line, last } = getSparkShape([null, 4, null, 4, 2], 40, 10);
  expect(line).toBe('M9 0L11 0M30 0L40 5');
  expect(last).toEqual({ x: 40, y: 5 });
});

it('has room for what is below zero', () => {
  expect(getSparkShape([-5, 5], 10, 10)).toMatchObject({ line: 'M0 10L10 0', area: 'M0 10L10 0L10 5L0 5Z' });
});

it.each([[[]], [[null, null]]])('draws nothing of %j', (values) => {
  expect(getSparkShape(values, 10, 10)).toEqual({ line: '', area: '', last: null });
});

it('draws only zeros on the ground', () => {
  expect(getSparkShape([0, 0], 10, 10).line).toBe('M0 10L10 10');
});
