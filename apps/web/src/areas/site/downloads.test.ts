import { expect, test } from 'vitest';
import { detectOperatingSystem } from './downloads.ts';

test('chooses the download by the browser’s operating system', () => {
  const of = (middle: string) => detectOperatingSystem(`Mozilla/5.0 (${middle}) AppleWebKit/537.36`);
  expect(of('X11; Linux x86_64')).toBe('Linux');
  expect(of('Windows NT 10.0; Win64; x64')).toBe('Windows');
  expect(of('Macintosh; Intel Mac OS X 10_15_7')).toBe('Mac');
});

test('phones are offered no desktop app', () => {
  expect(detectOperatingSystem('Mozilla/5.0 (Linux; Android 14; Pixel 8)')).toBeUndefined();
  expect(detectOperatingSystem('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)')).toBeUndefined();
  expect(detectOperatingSystem('')).toBeUndefined();
});
