import { expect, it } from 'vitest';
import { findCommonFolder, isSystemFile, isVersionPath } from './version-paths.rules.ts';

it.each(['.DS_Store', 'dist/.source-hash', '.git/config', '__MACOSX/dist/._index.html', 'dist/Thumbs.db'])('ignores %s', (path) => {
  expect(isSystemFile(path)).toBe(true);
});

it.each(['index.html', 'assets/app-1.2.js', 'a/well.known/b.js', '..', '../evil.js', './index.html'])('does not ignore %s', (path) => {
  expect(isSystemFile(path)).toBe(false);
});

it.each(['../evil.js', './index.html', '/etc/passwd', 'files/a', 'shell-state', 'a//b', 'a b'])('refuses %s', (path) => {
  expect(isVersionPath(path)).toBe(false);
});

it('finds the folder that contains all files', () => {
  expect(findCommonFolder(['dist/index.html', 'dist/assets/a.js'])).toBe('dist/');
  expect(findCommonFolder(['dist/index.html', 'readme'])).toBe('');
  expect(findCommonFolder(['index.html', 'assets/a.js'])).toBe('');
});
