import { expect, it } from 'vitest';
import { decoderMemoryBytes } from './decoder-memory.ts';

it.each([
  { machine: 24e9, wanted: 2.5e9, allowed: 2.5e9 },
  { machine: 4e9, wanted: 2.5e9, allowed: 1e9 },
  { machine: 1e9, wanted: 4e9, allowed: 400e6 },
])('allows a decoder $allowed of the $wanted bytes it requests on a machine with $machine bytes', ({ machine, wanted, allowed }) => {
  expect(decoderMemoryBytes(wanted, machine)).toBe(allowed);
});
