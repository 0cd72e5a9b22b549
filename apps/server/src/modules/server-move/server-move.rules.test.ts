import { describe, expect, it } from 'vitest';
import { getSpreadMs, isMac, parseMoveAddress } from './server-move.rules.ts';

const HTTPS = 'https://old.example';
const HTTP = 'http://192.168.1.5:3000';

describe('parseMoveAddress', () => {
  it.each([
    ['https://screens.example.com', HTTPS, 'https://screens.example.com'],
    [' https://Screens.Example.com:443/ ', HTTPS, 'https://screens.example.com'],
    ['https://[2001:db8::1]:8443', HTTP, 'https://[2001:db8::1]:8443'],
    ['http://192.168.1.9:3000', HTTP, 'http://192.168.1.9:3000'],
    ['http://[fd00::9]:3000', HTTP, 'http://[fd00::9]:3000'],
    ['http://localhost:3001', 'http://localhost:3000', 'http://localhost:3001'],
  ])('accepts %s', (text, current, expected) => {
    expect(parseMoveAddress(text, current)).toBe(expected);
  });

  it.each([
    ['screens.example.com', HTTPS],
    ['ftp://screens.example.com', HTTPS],
    ['javascript:alert(1)', HTTPS],
    ['https://user:pass@screens.example.com', HTTPS],
    ['https://screens.example.com/screen', HTTPS],
    ['https://screens.example.com/?a=1', HTTPS],
    ['https://screens.example.com/#move=x', HTTPS],
    ['http://screens.example.com', HTTP],
    ['http://8.8.8.8', HTTP],
    ['http://127.0.0.1.example.com', HTTP],
    ['http://192.168.1.9:3000', HTTPS],
  ])('refuses %s', (text, current) => {
    expect(() => parseMoveAddress(text, current)).toThrow();
  });
});

it('spreads the moves by the number of screens, up to half an hour', () => {
  expect([0, 1, 120, 5000].map(getSpreadMs)).toEqual([1000, 1000, 60_000, 1_800_000]);
});

it('compares messages of other lengths without an error', () => {
  expect([isMac('ab', 'ab'), isMac('ab', 'ac'), isMac('abc', 'ab')]).toEqual([true, false, false]);
});
