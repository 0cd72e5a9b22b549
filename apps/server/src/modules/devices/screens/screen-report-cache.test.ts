import { type ScreenReport, screenReport } from '@vitrine/contract';
import { describe, expect, it } from 'vitest';
import { createScreenReportCache } from './screen-report-cache.ts';

const QUIET = screenReport.parse({ revision: 1, downloaded: 2, total: 4, publishId: 'p', itemId: 'a', mediaId: 'a', failed: [] });
const START = Date.UTC(2026, 4, 4, 10);
const at = (seconds: number) => new Date(START + seconds * 1000);

function aScreenThatSays(first: Partial<ScreenReport> = {}) {
  const reports = createScreenReportCache();
  const say = (more: Partial<ScreenReport>, seconds: number) => reports.add('s', { ...QUIET, ...more }, at(seconds));
  const write = (seconds: number) => reports.markWritten(reports.list(['s']), at(seconds));
  say(first, 0);
  return { reports, say, write };
}

describe('a report', () => {
  it.each([
    ['the first', true, undefined],
    ['another manifest', true, { revision: 2 }],
    ['more to download', true, { total: 5 }],
    ['the end of a download', true, { downloaded: 4 }],
    ['another playlist', true, { publishId: 'q' }],
    ['a fault', true, { failed: [{ mediaId: 'a', reason: 'It is torn.' }] }],
    ['another item', false, { itemId: 'b', mediaId: 'b' }],
    ['a part of a download', false, { downloaded: 3 }],
    ['the same list of faults', false, { failed: [] }],
    ['heat', false, { temperature: 60 }],
  ])('of %s is a transition: %s', (_what, expected, changes) => {
    const { say } = aScreenThatSays();
    const isTransition = changes ? say(changes, 1) : createScreenReportCache().add('new', QUIET, at(0));
    expect(isTransition).toBe(expected);
  });

  it('is due for a checkpoint while the database lacks it, at most once in fifty seconds', () => {
    const { reports, say, write } = aScreenThatSays();
    expect(reports.isCheckpointDue('s', at(0))).toBe(true);
    write(0);
    expect([reports.isCheckpointDue('s', at(3600)), reports.isUnwritten('s')]).toEqual([false, false]);
    say({ itemId: 'b' }, 10);
    expect([reports.isCheckpointDue('s', at(49)), reports.isUnwritten('s')]).toEqual([false, true]);
    // The last change of a screen without further reports is stored as well.
    expect(reports.isCheckpointDue('s', at(50))).toBe(true);
  });

  it('that arrives while an older one is being stored is stored afterwards', () => {
    const { reports, say } = aScreenThatSays();
    const older = reports.list(['s']);
    say({ itemId: 'b' }, 1);
    reports.markWritten(older, at(2));
    expect(reports.markEnded(['s'])).toMatchObject([{ report: { itemId: 'b' } }]);
  });

  it('is stored when its screen disconnects, unless the database has it', () => {
    const { reports, write } = aScreenThatSays();
    write(1);
    expect(reports.markEnded(['s'])).toEqual([]);
    reports.removeEnded(['s']);
    expect(reports.find('s')).toBeUndefined();
    const other = aScreenThatSays();
    expect(other.reports.markEnded(['s'])).toEqual([{ screenId: 's', report: QUIET }]);
  });

  it('stays until it is stored when its screen has disconnected, and no checkpoint stores it', () => {
    const { reports, say } = aScreenThatSays();
    reports.markEnded(['s']);
    expect([reports.find('s')?.report, reports.isUnwritten('s'), reports.isCheckpointDue('s', at(100)), reports.list(['s'])]).toEqual([
      QUIET,
      false,
      false,
      [],
    ]);
    expect(reports.markEnded(['s'])).toEqual([{ screenId: 's', report: QUIET }]);
    // The screen connects again and reports while its disconnection is being stored.
    expect(say({ itemId: 'b' }, 1)).toBe(true);
    reports.removeEnded(['s']);
    expect([reports.list(['s']), reports.isUnwritten('s')]).toMatchObject([[{ report: { itemId: 'b' } }], true]);
  });
});
