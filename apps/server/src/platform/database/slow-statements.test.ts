import { expect, it } from 'vitest';
import { createSlowStatements, MAX_STATEMENTS, SLOW_MS } from './slow-statements.ts';

it('counts slow statements by text and ignores fast ones', () => {
  const slow = createSlowStatements();
  slow.record('select 1', SLOW_MS - 1);
  slow.record('select 2', 200);
  slow.record('select 3', 500);
  slow.record('select 2', 400);
  expect(slow.slowest(10)).toEqual([
    { text: 'select 2', calls: 2, totalMs: 600, maxMs: 400 },
    { text: 'select 3', calls: 1, totalMs: 500, maxMs: 500 },
  ]);
  expect(slow.slowest(1)).toHaveLength(1);
});

it('keeps a limited number of the slowest statements, with truncated texts', () => {
  const slow = createSlowStatements();
  for (let number = 0; number < MAX_STATEMENTS + 5; number++) slow.record(`select ${number}`, 1000 + number);
  slow.record('x'.repeat(10_000), 5000);
  const statements = slow.slowest(1000);
  expect(statements).toHaveLength(MAX_STATEMENTS);
  expect(statements[0]?.text).toHaveLength(500);
  expect(statements.map(({ text }) => text)).not.toContain('select 0');
  slow.reset();
  expect(slow.slowest(1)).toEqual([]);
});
