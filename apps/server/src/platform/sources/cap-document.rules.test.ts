import { describe, expect, it } from 'vitest';
import { parseCapAlert } from './cap-document.ts';

const INFO = `<info>
  <language>en-US</language><category>Met</category><event>Tornado Warning</event><urgency>Immediate</urgency>
  <severity>Extreme</severity><certainty>Observed</certainty><expires>2026-05-04T12:30:00+02:00</expires>
  <area><areaDesc>Springfield &amp; Shelbyville</areaDesc><geocode><valueName>SAME</valueName><value>017167</value></geocode></area>
</info>`;

const aCapAlert = ({ head = '', info = INFO, type = 'Alert', status = 'Actual' } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<cap:alert xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2">
  <identifier>KSTO-1</identifier><sender>weather@example.com</sender><sent>2026-05-04T09:59:00Z</sent>
  <status>${status}</status><msgType>${type}</msgType><scope>Public</scope>${head}${info}
</cap:alert>`;

describe('parseCapAlert', () => {
  it('reads an alert with a namespace', () => {
    expect(parseCapAlert(aCapAlert())).toEqual({
      sender: 'weather@example.com',
      identifier: 'KSTO-1',
      sent: Date.parse('2026-05-04T09:59:00Z'),
      status: 'Actual',
      type: 'Alert',
      references: [],
      infos: [
        {
          event: 'Tornado Warning',
          severity: 'Extreme',
          expires: Date.parse('2026-05-04T10:30:00Z'),
          areas: [{ description: 'Springfield & Shelbyville', codes: ['017167'] }],
        },
      ],
    });
  });

  it('reads references', () => {
    const head =
      '<references>weather@example.com,KSTO-0,2026-05-04T09:00:00Z other@example.com,B-7,2026-05-04T08:00:00Z broken</references>';
    expect(parseCapAlert(aCapAlert({ head, type: 'Update' })).references).toEqual([
      { sender: 'weather@example.com', identifier: 'KSTO-0', sent: Date.parse('2026-05-04T09:00:00Z') },
      { sender: 'other@example.com', identifier: 'B-7', sent: Date.parse('2026-05-04T08:00:00Z') },
    ]);
  });

  it.each([
    ['text', 'hello'],
    ['another document', '<rss><channel/></rss>'],
    ['an alert without an identifier', aCapAlert().replace('<identifier>KSTO-1</identifier>', '')],
    ['an alert without a time', aCapAlert().replace(/<sent>.*<\/sent>/, '')],
    ['a time that no calendar has', aCapAlert().replace('2026-05-04T09:59', '+275000-05-04T09:59')],
    ['an open element', '<alert><identifier>'],
    ['deep nesting', `${'<alert>'.repeat(10_000)}${'</alert>'.repeat(10_000)}`],
    ['an identifier with a comma', aCapAlert().replace('KSTO-1', 'KSTO,1')],
    ['a text that the database can’t store', aCapAlert({ head: '<references>a\u0000,b,2026-05-04T09:00:00Z</references>' })],
    ['entities', `<!DOCTYPE alert [<!ENTITY a "aaaa">]>${aCapAlert()}`],
  ])('refuses %s', (_name, xml) => {
    expect(() => parseCapAlert(xml)).toThrow(expect.objectContaining({ code: 'CAP_INVALID' }));
  });
});
