import { createHash } from 'node:crypto';
import os from 'node:os';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { findSandbox } from '../media-tools/sandbox.ts';
import { createSourceParser, type ParseRequest } from './source-parser.ts';

const home = { sandbox: findSandbox(pino({ level: 'silent' })), workDir: os.tmpdir() };
const parser = createSourceParser(home);
afterAll(() => parser.close());

const owner = { account: 'a' };
const csv = (text: string): ParseRequest => ({
  kind: 'table',
  settings: { kind: 'table', format: 'csv' },
  body: Buffer.from(text),
  contentType: 'text/csv',
  now: 0,
});

it('parses in a child process and returns the document with its digest', async () => {
  const { document, json, sha256 } = await parser.parse(csv('a\n1'), owner);
  expect(document).toEqual({ kind: 'table', columns: ['a'], rows: [['1']] });
  expect(JSON.parse(json)).toEqual(document);
  expect(sha256).toBe(createHash('sha256').update(json).digest('hex'));
});

it('passes on the reason for a refusal', async () => {
  await expect(parser.parse(csv(''), owner)).rejects.toMatchObject({ code: 'SOURCE_INVALID', message: 'The table is empty.' });
});

it('refuses 100 MB before they reach the child', async () => {
  await expect(parser.parse({ ...csv(''), body: Buffer.alloc(100_000_000) }, owner)).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
});

it('ends a child that exceeds its time, and parses the next source in a new one', async () => {
  const impatient = createSourceParser(home, { timeLimitMs: 1 });
  const events = 'BEGIN:VEVENT\nDTSTART:20270327T100000Z\nRRULE:FREQ=DAILY\nEND:VEVENT\n'.repeat(60_000);
  const calendar = { ...csv(`BEGIN:VCALENDAR\n${events}`), kind: 'calendar' as const, settings: { kind: 'calendar', timeZone: 'UTC' } };
  await expect(impatient.parse(calendar, owner)).rejects.toThrow('Couldn’t process this file.');
  impatient.close();
  expect((await parser.parse(csv('a\n2'), owner)).document).toMatchObject({ rows: [['2']] });
});
