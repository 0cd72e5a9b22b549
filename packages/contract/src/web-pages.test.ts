import { describe, expect, it } from 'vitest';
import { WEB_ADDRESS_MAX, webAddress } from './web-pages.ts';

const findError = (text: string) => webAddress.safeParse(text).error?.issues[0]?.message ?? null;
const long = (length: number) => 'https://news.example/'.padEnd(length, 'a');

describe('webAddress', () => {
  it.each([
    'https://news.example',
    'http://192.168.1.20:8080/board?key=1#top',
    'HTTPS://News.example/@town',
    'https://[2001:db8::1]/',
    'http://intranet/',
    'https://köln.example/straße',
  ])('accepts %s', (address) => {
    expect(webAddress.parse(` ${address} `)).toBe(address);
  });

  it.each([
    ['', 'Enter an address.'],
    ['news.example', 'Enter an address that starts with https:// or http://.'],
    ['javascript:alert(1)', 'Enter an address that starts with https:// or http://.'],
    ['data:text/html,hello', 'Enter an address that starts with https:// or http://.'],
    ['file:///etc/passwd', 'Enter an address that starts with https:// or http://.'],
    ['https://', 'Enter an address that starts with https:// or http://.'],
    ['https://news.example/a b', 'Enter an address that starts with https:// or http://.'],
    ['https://ana:secret@news.example/', 'Remove the user name and password from the address.'],
    ['https:ana@news.example/', 'Enter an address that starts with https:// or http://.'],
    ['https:\\\\ana@news.example/', 'Enter an address that starts with https:// or http://.'],
    ['https://news.example\\\\@other.example/', 'Enter an address that starts with https:// or http://.'],
  ])('refuses %s', (address, message) => {
    expect(findError(address)).toBe(message);
  });

  it('limits the length', () => {
    expect(findError(long(WEB_ADDRESS_MAX))).toBeNull();
    expect(findError(long(WEB_ADDRESS_MAX + 1))).toBe(`Enter at most ${WEB_ADDRESS_MAX} characters.`);
  });
});
