import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { parseNetworks, parsePorts } from './networks.ts';

describe('parseNetworks', () => {
  it('returns no networks for an empty text', () => {
    expect(parseNetworks('')).toEqual([]);
  });

  it.each(['192.168.1.1', 'intranet', '10.0.0.0/33', '10.0.0.0/-1'])('refuses %s, which is no network', (text) => {
    expect(() => parseNetworks(text)).toThrow('is not a network');
  });

  it.each(['0.0.0.0/0', '10.0.0.0/7', '::/0'])('refuses %s, which would disable the guard', (text) => {
    expect(() => parseNetworks(text)).toThrow('is too large');
  });

  it('reads SOURCES_ALLOW, and refuses to start with a wrong one', () => {
    expect(readConfig({}).sourcesAllow).toEqual([]);
    expect(readConfig({ SOURCES_ALLOW: '10.1.0.0/16' }).sourcesAllow.map(([address, prefix]) => `${address.toString()}/${prefix}`)).toEqual(
      ['10.1.0.0/16'],
    );
    expect(() => readConfig({ SOURCES_ALLOW: 'intranet' })).toThrow('SOURCES_ALLOW');
  });

  it('reads SOURCES_PORTS, and refuses to start with a wrong one', () => {
    expect(readConfig({}).sourcesPorts).toEqual([]);
    expect(readConfig({ SOURCES_PORTS: '8080, 8443' }).sourcesPorts).toEqual([8080, 8443]);
    expect(() => readConfig({ SOURCES_PORTS: 'http' })).toThrow('SOURCES_PORTS');
  });
});

describe('parsePorts', () => {
  it.each(['0', '65536', '-1', '80-90', '8o'])('refuses %s, which is no port', (text) => {
    expect(() => parsePorts(text)).toThrow('is not a port');
  });
});
