import { expect, it } from 'vitest';
import { findDangerousCalls } from './dangerous-calls.ts';

const PLANTED = 'apps/server/src/modules/albums/albums.service.ts';
/** Faults of a file with this text. The files that may make such calls are missing here, which is reported as well. */
const check = (text: string, path = PLANTED) => findDangerousCalls([{ path, text }]).filter((fault) => fault.startsWith(path));

it.each([
  ['eval(text)', 'runs text as code'],
  ['new Function(text)', 'runs text as code'],
  ["import { runInNewContext } from 'node:vm';", 'runs text as code'],
  ['<p dangerouslySetInnerHTML={{ __html: name }} />', 'inserts HTML'],
  ['element.innerHTML = name;', 'inserts HTML'],
  ['frame.srcdoc = page;', 'inserts HTML'],
  ["element.insertAdjacentHTML('beforeend', name)", 'inserts HTML'],
  ['document.write(name)', 'inserts HTML'],
  ['exec(`convert ${name}`)', 'starts a shell'],
  ['spawn(program, [], { shell: true })', 'starts a shell'],
  ["spawn('/bin/sh', ['-c', name])", 'starts a shell'],
  ['sql`select ${sql.raw(name)}`', 'puts text into SQL'],
  ["location.href = localStorage.getItem('prevUrl')", 'reads prevUrl, which can be the address of another site'],
])('reports %s', (text, description) => {
  expect(check(text)).toEqual([`${PLANTED}: ${description}`]);
});

it.each([
  'pattern.exec(text)',
  'const html = element.innerHTML;',
  'if (a.innerHTML === b) {}',
  "spawn('ffmpeg', [name])",
  'evaluate(text)',
])('accepts %s', (text) => expect(check(text)).toEqual([]));

it('accepts calls of tests', () => {
  expect(check('eval(text)', 'apps/server/src/modules/albums/albums.test.ts')).toEqual([]);
});

it('reports a listed file that no longer makes such a call', () => {
  const calls = [{ description: 'runs text as code', pattern: /\beval\(/, allowedIn: [PLANTED] }];
  expect(findDangerousCalls([{ path: PLANTED, text: 'run(text)' }], calls)).toEqual([
    `${PLANTED}: no longer runs text as code; remove it from the list`,
  ]);
});
