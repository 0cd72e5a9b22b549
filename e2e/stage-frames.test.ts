import { expect, it } from 'vitest';
import { FrameSequence } from './stage-frames.ts';

it('orders screencast frames by the time of their capture, and those without a time last', () => {
  const sequence = new FrameSequence();
  const arrivals = [
    { name: 'second', timestamp: 2 },
    { name: 'unknown' },
    { name: 'first', timestamp: 1 },
    { name: 'third', timestamp: 3 },
    { name: 'third again', timestamp: 3 },
  ];
  for (const { name, ...metadata } of arrivals) sequence.add({ data: Buffer.from(name).toString('base64'), metadata });
  expect(sequence.frames.map(String)).toEqual(['first', 'second', 'third', 'third again', 'unknown']);
});
