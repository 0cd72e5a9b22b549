import { describe, expect, it } from 'vitest';
import { readAudit } from './vulnerabilities.ts';

const advisory = (severity: string) => ({
  title: 'Path traversal',
  url: 'https://github.com/advisories/GHSA-1',
  severity,
  range: '<1.2.3',
});
const report = (severity: string) =>
  JSON.stringify({ vulnerabilities: { tar: { via: [advisory(severity)] }, parent: { via: ['tar'] } }, metadata: {} });

describe('readAudit', () => {
  it.each(['high', 'critical'])('reports an advisory of severity %s once', (severity) => {
    expect(readAudit(report(severity))).toEqual([`tar <1.2.3: Path traversal (${severity}, https://github.com/advisories/GHSA-1)`]);
  });

  it('accepts moderate advisories and accepted advisories', () => {
    expect(readAudit(report('moderate'))).toEqual([]);
    expect(readAudit(report('high'), { 'https://github.com/advisories/GHSA-1': 'The product unpacks no archives.' })).toEqual([]);
  });

  it.each(['', 'not JSON', '{"message":"405 Method Not Allowed","statusCode":405}'])(
    'returns undefined for %j, which is not a report',
    (output) => {
      expect(readAudit(output)).toBeUndefined();
    },
  );
});
