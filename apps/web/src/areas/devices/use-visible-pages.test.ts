import { expect, test } from 'vitest';
import { findVisiblePages } from './use-visible-pages.ts';

test('a page that fills the window is the only one in sight', () => {
  expect(findVisiblePages([-3000, -1000, 1500], -400, 1300)).toEqual({ first: 1, last: 1 });
});

test('where one page ends and the next begins, both are', () => {
  expect(findVisiblePages([-3000, -1000, 500], -400, 1300)).toEqual({ first: 1, last: 2 });
});

test('at the top of the list it is the first', () => {
  expect(findVisiblePages([200, 3000], -400, 1300)).toEqual({ first: 0, last: 0 });
  expect(findVisiblePages([200], -400, 1300)).toEqual({ first: 0, last: 0 });
});

test('a list that lies below the window has its first page', () => {
  expect(findVisiblePages([2000, 5000], -400, 1300)).toEqual({ first: 0, last: 0 });
});
