import { describe, expect, it } from 'vitest';
import { mayBeFramed } from './framing.rules.ts';

const SCREENS = 'https://walls.example';
const policy = (...values: string[]) => ({ 'content-security-policy': values });

describe('mayBeFramed', () => {
  it.each([
    ['no headers', {}],
    ['a policy without frame-ancestors', policy("default-src 'self'; img-src *")],
    ['any ancestor', policy('frame-ancestors *')],
    ['any https ancestor', policy('frame-ancestors https:')],
    ['the host of the screens', policy("default-src 'self'; Frame-Ancestors 'self' walls.example")],
    ['the origin of the screens', policy('frame-ancestors https://walls.example:443')],
    ['the host of the screens with http', policy('frame-ancestors http://walls.example')],
    ['a parent domain', policy('frame-ancestors *.example')],
    ['any host with any port', policy('frame-ancestors https://*:*')],
    ['both policies', policy('frame-ancestors *', 'frame-ancestors walls.example')],
    ['a policy in spite of the older header', { ...policy('frame-ancestors *'), 'x-frame-options': 'DENY' }],
    ['a policy that is only reported', { 'content-security-policy-report-only': "frame-ancestors 'none'" }],
    ['an unknown value of the older header', { 'x-frame-options': 'ALLOWALL' }],
    ['requests of other sites', { 'cross-origin-resource-policy': 'cross-origin' }],
  ])('allows %s', (_name, headers) => {
    expect(mayBeFramed(headers, SCREENS)).toBe(true);
  });

  it.each([
    ['no ancestor', policy("frame-ancestors 'none'")],
    ['an empty list', policy('frame-ancestors')],
    ['only the site itself', policy("frame-ancestors 'self'")],
    ['another host', policy('frame-ancestors https://other.example https://walls.example.evil.example')],
    ['a parent domain that only ends alike', policy('frame-ancestors *.alls.example')],
    ['another port', policy('frame-ancestors https://walls.example:8443')],
    ['one of two policies', policy('frame-ancestors *', "frame-ancestors 'none'")],
    ['one of two policies in one header', { 'content-security-policy': "frame-ancestors *, frame-ancestors 'none'" }],
    ['DENY', { 'x-frame-options': 'DENY' }],
    ['sameorigin in lower case', { 'x-frame-options': 'sameorigin' }],
    ['one of two values of the older header', { 'x-frame-options': ['ALLOWALL', 'DENY'] }],
    ['requests of other sites', { 'cross-origin-resource-policy': 'same-origin' }],
  ])('forbids %s', (_name, headers) => {
    expect(mayBeFramed(headers, SCREENS)).toBe(false);
  });

  it('refuses https ancestors to screens with http', () => {
    expect(mayBeFramed(policy('frame-ancestors https:'), 'http://192.168.1.2:8080')).toBe(false);
    expect(mayBeFramed(policy('frame-ancestors https://192.168.1.2:8080'), 'http://192.168.1.2:8080')).toBe(false);
    expect(mayBeFramed(policy('frame-ancestors 192.168.1.2:8080'), 'http://192.168.1.2:8080')).toBe(true);
  });
});
