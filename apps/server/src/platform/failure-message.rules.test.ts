import { describe, expect, it } from 'vitest';
import { describeFailure } from './failure-message.ts';

describe('describeFailure', () => {
  it('includes every cause and the errors of an aggregate', () => {
    const refused = new AggregateError(
      [new Error('connect ECONNREFUSED ::1'), new Error('connect ECONNREFUSED 127.0.0.1')],
      'no connection',
    );
    const error = new Error('A database migration failed', { cause: new Error('could not load plpgsql', { cause: refused }) });
    const lines = describeFailure(error)
      .split('\n')
      .filter((line) => !line.startsWith('    at '));
    expect(lines).toEqual([
      'Error: A database migration failed',
      'Caused by: Error: could not load plpgsql',
      'Caused by: AggregateError: no connection',
      '  - connect ECONNREFUSED ::1',
      '  - connect ECONNREFUSED 127.0.0.1',
    ]);
  });

  it('ends at a cause that refers to itself', () => {
    const error = new Error('loop');
    error.cause = error;
    expect(describeFailure(error).match(/Error: loop/g)).toHaveLength(1);
  });

  it('describes values that are not errors', () => {
    expect(describeFailure({ code: 7 })).toBe('{ code: 7 }');
  });
});
