import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TOAST_MS, toast } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => {
  vi.useRealTimers();
});

const passTime = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

it('closes an error after 7 seconds', () => {
  expect(TOAST_MS).toBe(7000);
  act(() => void toast.error('It did not work.'));
  passTime(TOAST_MS - 1);
  expect(screen.getByRole('alert')).toHaveTextContent('It did not work.');
  passTime(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps messages while the pointer rests on them', () => {
  act(() => void toast.success('Saved.'));
  const region = screen.getByRole('region', { name: 'Messages' });
  act(() => void region.dispatchEvent(new Event('pointerenter')));
  passTime(2 * TOAST_MS);
  expect(screen.getByRole('status')).toHaveTextContent('Saved.');
  act(() => void region.dispatchEvent(new Event('pointerleave')));
  passTime(TOAST_MS);
  expect(screen.queryByRole('status')).toBeNull();
});

it('keeps a loading message until it is replaced by the outcome', () => {
  let id = 0;
  act(() => {
    id = toast.loading('Saving…');
  });
  passTime(10 * TOAST_MS);
  expect(screen.getByRole('status')).toHaveTextContent('Saving…');
  act(() => void toast.success('Saved.', { id }));
  expect(screen.getByRole('status')).toHaveTextContent('Saved.');
});
