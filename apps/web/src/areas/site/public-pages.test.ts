import { expect, test } from 'vitest';
import { findPublicPage, getActiveMenuEntry, getPageTitle, PUBLIC_PAGES } from './public-pages.ts';

test('the active menu entry follows the path', () => {
  expect(['/', '/aboutUs', '/pricing', '/faq', '/connect', '/login'].map(getActiveMenuEntry)).toEqual([1, 2, 3, 4, 1, 1]);
});

test('a slash at the end of an address makes no difference', () => {
  expect(findPublicPage('/pricing/')).toBe(findPublicPage('/pricing'));
  expect(findPublicPage('/main')).toBeUndefined();
});

test('titles name the product once', () => {
  expect(PUBLIC_PAGES.map(getPageTitle)).toContain('Pricing · Vitrine');
  for (const page of PUBLIC_PAGES) expect(getPageTitle(page).split('Vitrine')).toHaveLength(2);
});

test('every page has a unique title, description and path within the displayed lengths', () => {
  for (const values of [
    PUBLIC_PAGES.map((page) => page.path),
    PUBLIC_PAGES.map(getPageTitle),
    PUBLIC_PAGES.map((page) => page.description),
  ]) {
    expect(new Set(values).size).toBe(PUBLIC_PAGES.length);
  }
  expect(PUBLIC_PAGES.filter((page) => page.description.length > 160)).toEqual([]);
});
