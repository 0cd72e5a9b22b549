import { LIVE_ADDRESS_MESSAGES } from '@vitrine/contract/live-address';
import { describe, expect, it } from 'vitest';
import { findLiveAddressProblem } from './live-address.rules.ts';

const HTTPS = { publicUrl: 'https://walls.example', screenUrl: 'https://screens.example:8443' };
const HTTP = { publicUrl: 'http://walls.local:3000', screenUrl: 'http://walls.local:3000' };

describe('findLiveAddressProblem', () => {
  it.each([
    ['https://tv.example/main.m3u8', HTTPS, null],
    ['https://tv.example/main.m3u8', HTTP, null],
    ['http://192.168.1.20/main.m3u8', HTTP, null],
    ['http://192.168.1.20/main.m3u8', HTTPS, LIVE_ADDRESS_MESSAGES.insecure],
    ['http://www.youtube.com/watch?v=jfKfPfyJRdk', HTTPS, null],
    ['https://walls.example/api/streams/x/main.m3u8', HTTPS, LIVE_ADDRESS_MESSAGES.own],
    ['https://WALLS.example:443/main.m3u8', HTTPS, LIVE_ADDRESS_MESSAGES.own],
    ['http://walls.example:443/main.m3u8', HTTPS, LIVE_ADDRESS_MESSAGES.insecure],
    ['https://screens.example:8443/main.m3u8', HTTPS, LIVE_ADDRESS_MESSAGES.own],
    ['https://screens.example/main.m3u8', HTTPS, null],
    ['http://walls.local:3000/main.m3u8', HTTP, LIVE_ADDRESS_MESSAGES.own],
  ])('judges %s on an installation', (address, origins, expected) => {
    expect(findLiveAddressProblem(address, origins)).toBe(expected);
  });
});
