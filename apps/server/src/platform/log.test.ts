import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function aLog() {
  const lines: string[] = [];
  return { lines, log: createLog('warn', { write: (line) => void lines.push(line) }) };
}

it('writes one JSON line with a time for each entry, for any client input', () => {
  const { lines, log } = aLog();
  const sent = 'one\nX {"level":50,"msg":"forged"}';
  log.warn({ sent }, `a request with ${sent}`);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toContain('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, time: expect.any(Number) as number, sent, msg: `a request with ${sent}` });
});

it('leaves out passwords, tokens and secrets', () => {
  const { lines, log } = aLog();
  const req = { headers: { authorization: 'key-1', cookie: 'key-2', host: 'vitrine.test' } };
  log.warn(
    { req, body: { password: 'key-3', newPassword: 'key-4', oldPassword: 'key-5' }, screen: { secret: 'key-6', token: 'key-7' } },
    'a warning',
  );
  expect(lines[0]).not.toContain('key-');
  expect(lines[0]).toContain('vitrine.test');
});
