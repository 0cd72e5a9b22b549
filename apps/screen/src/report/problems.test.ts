import { describe, expect, it } from 'vitest';
import { InsufficientSpaceError } from '../cache/cache-space.ts';
import { ProblemList } from './problems.ts';

const ids = (troubles: ProblemList) => troubles.reportedProblems.map(({ mediaId }) => mediaId);

describe('what a screen reports as failed', () => {
  it('is bounded in number and length', () => {
    const troubles = new ProblemList();
    for (let index = 0; index < 80; index++) troubles.addItemProblem(`media ${index}`, 'x'.repeat(500));
    expect(troubles.reportedProblems).toHaveLength(50);
    expect(troubles.reportedProblems[0]?.reason).toHaveLength(200);
  });

  it('keeps the version when the items change', () => {
    const troubles = new ProblemList();
    troubles.addVersionFallback();
    troubles.addItemProblem('media', 'damaged');
    troubles.removeItemProblems();
    expect(ids(troubles)).toEqual(['version']);
  });

  it('keeps the lack of storage when the items change', () => {
    const troubles = new ProblemList();
    troubles.noteNotStored();
    troubles.removeItemProblems();
    troubles.removeStorageProblem();
    expect(ids(troubles)).toEqual(['memory']);
  });

  it('names storage for a lack of room alone, until there is room', () => {
    const troubles = new ProblemList();
    troubles.addStorageProblem(new Error('the network is away'));
    expect(ids(troubles)).toEqual([]);
    troubles.addStorageProblem(new InsufficientSpaceError('2 GB are missing'));
    expect(troubles.reportedProblems).toEqual([{ mediaId: 'storage', reason: '2 GB are missing' }]);
    troubles.removeStorageProblem();
    expect(ids(troubles)).toEqual([]);
  });
});

describe('the time zone of a device', () => {
  const NOW = Date.parse('2026-11-26T12:00:00Z');
  const unknown = 'Mars/Olympus_Mons';
  const table = { until: NOW + 1000, periods: [[NOW - 1000, 60] as [number, number]] };
  const isReported = (zone: Parameters<ProblemList['noteZone']>[0], now: number) => {
    const troubles = new ProblemList();
    troubles.noteZone(zone, now);
    return troubles.reportedProblems.map(({ reason }) => reason);
  };

  it('is reported when neither the browser nor the server has rules for it', () => {
    const reason = 'This browser does not know the time zone Mars/Olympus_Mons. Schedules may start at the wrong time.';
    expect(isReported({ timeZone: unknown }, NOW)).toEqual([reason]);
    expect(isReported({ timeZone: unknown, utcOffsets: table }, NOW + 2000)).toEqual([reason]);
  });

  it('is not reported when the browser knows it or the server sent its offsets', () => {
    expect(isReported({ timeZone: 'Europe/Kyiv' }, NOW)).toEqual([]);
    expect(isReported({ timeZone: unknown, utcOffsets: table }, NOW)).toEqual([]);
  });

  it('is no longer reported after the server sent its offsets', () => {
    const troubles = new ProblemList();
    troubles.noteZone({ timeZone: unknown }, NOW);
    troubles.removeItemProblems();
    expect(ids(troubles)).toEqual(['time zone']);
    troubles.noteZone({ timeZone: unknown, utcOffsets: table }, NOW);
    expect(ids(troubles)).toEqual([]);
  });
});
