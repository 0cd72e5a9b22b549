import { describe, expect, it } from 'vitest';
import { InsufficientSpaceError } from '../cache/cache-space.ts';
import { ProblemList } from './problems.ts';

const ids = (problems: ProblemList) => problems.reportedProblems.map(({ mediaId }) => mediaId);

describe('ProblemList', () => {
  it('limits the number and length of problems', () => {
    const problems = new ProblemList();
    for (let index = 0; index < 80; index++) problems.addItemProblem(`media ${index}`, 'x'.repeat(500));
    expect(problems.reportedProblems).toHaveLength(50);
    expect(problems.reportedProblems[0]?.reason).toHaveLength(200);
  });

  it('keeps the version problem when the items change', () => {
    const problems = new ProblemList();
    problems.addVersionFallback();
    problems.addItemProblem('media', 'damaged');
    problems.removeItemProblems();
    expect(ids(problems)).toEqual(['version']);
  });

  it('keeps the storage refusal when the items change', () => {
    const problems = new ProblemList();
    problems.noteNotStored();
    problems.removeItemProblems();
    problems.removeStorageProblem();
    expect(ids(problems)).toEqual(['memory']);
  });

  it('keeps blocked sound when the items change, until it is allowed', () => {
    const problems = new ProblemList();
    problems.noteSound('blocked');
    problems.removeItemProblems();
    expect(ids(problems)).toEqual(['sound']);
    problems.noteSound(null);
    expect(ids(problems)).toEqual([]);
  });

  it('reports missing space until it is resolved, but not other failures', () => {
    const problems = new ProblemList();
    problems.addStorageProblem(new Error('the network is away'));
    expect(ids(problems)).toEqual([]);
    problems.addStorageProblem(new InsufficientSpaceError('2 GB are missing'));
    expect(problems.reportedProblems).toEqual([{ mediaId: 'storage', reason: '2 GB are missing' }]);
    problems.removeStorageProblem();
    expect(ids(problems)).toEqual([]);
  });
});

describe('time zone problem', () => {
  const NOW = Date.parse('2026-11-26T12:00:00Z');
  const unknown = 'Mars/Olympus_Mons';
  const table = { until: NOW + 1000, periods: [[NOW - 1000, 60] as [number, number]] };
  const isReported = (zone: Parameters<ProblemList['noteZone']>[0], now: number) => {
    const problems = new ProblemList();
    problems.noteZone(zone, now);
    return problems.reportedProblems.map(({ reason }) => reason);
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
    const problems = new ProblemList();
    problems.noteZone({ timeZone: unknown }, NOW);
    problems.removeItemProblems();
    expect(ids(problems)).toEqual(['time zone']);
    problems.noteZone({ timeZone: unknown, utcOffsets: table }, NOW);
    expect(ids(problems)).toEqual([]);
  });
});
