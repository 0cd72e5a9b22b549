/**
 * Checks that every claim of docs/security.md names an existing proof. The last cell of a row has one or more proofs: `file.test.ts` "complete title of a test",
 * `check: name`, `hostile: name of an attack`, or a link to the section with which an operator proves it. A claim that starts with "Not met" needs no proof.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, type SourceFile } from './source-files.ts';

export interface KnownProofs {
  /** Contents of test files by their path. */
  tests: ReadonlyMap<string, string>;
  /** Names of the attacks that `npm run faults -- hostile` runs. */
  attacks: ReadonlySet<string>;
  checks: ReadonlySet<string>;
  /** Ids of the headings of each linked document by its path in docs. */
  documents: ReadonlyMap<string, ReadonlySet<string>>;
}

const PROOF = /`([^`]+)`(?:\s+"([^"]+)")?|\[[^\]]*\]\(([^)#]+)(?:#([^)]*))?\)/g;

/** Returns a sentence for each claim that names no proof, or one that does not exist. */
export function findUnprovenClaims(document: string, known: KnownProofs): string[] {
  const faults: string[] = [];
  for (const [index, line] of document.split('\n').entries()) {
    const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : [];
    if (cells.length < 3 || /^[\s-]*$/.test(cells[0] ?? '') || cells[0]?.trim() === 'requirement') continue;
    const [claim = '', proofs = ''] = [cells.at(-2)?.trim(), cells.at(-1)?.trim()];
    const found = [...proofs.matchAll(PROOF)];
    const location = `docs/security.md:${index + 1}`;
    if (found.length === 0 && !claim.startsWith('Not met')) faults.push(`${location}: names no proof`);
    for (const [, name = '', title, link, heading] of found) {
      const fault = link === undefined ? findFault(name, title, known) : findLinkFault(link, heading, known);
      if (fault) faults.push(`${location}: ${fault}`);
    }
  }
  return faults;
}

function findFault(name: string, title: string | undefined, { tests, attacks, checks }: KnownProofs): string | undefined {
  const [kind, rest = ''] = name.split(': ', 2);
  if (kind === 'check') return checks.has(rest) ? undefined : `unknown check "${rest}"`;
  if (kind === 'hostile') return attacks.has(rest) ? undefined : `unknown attack "${rest}"`;
  const files = [...tests].filter(([file]) => file === name || file.endsWith(`/${name}`));
  if (files.length === 0) return `the test file ${name} does not exist`;
  if (files.length > 1) return `several test files are named ${name}: give more of the path`;
  // Without a title, the proof could be deleted from its file unnoticed.
  if (title === undefined) return `${name} needs the title of a test`;
  return listTitles(files[0]?.[1] ?? '').has(title) ? undefined : `${name} has no test "${title}"`;
}

function findLinkFault(link: string, heading: string | undefined, { documents }: KnownProofs): string | undefined {
  const headings = documents.get(link);
  if (!headings) return `${link} does not exist`;
  return heading === undefined || headings.has(heading) ? undefined : `${link} has no section "${heading}"`;
}

/** A call of it, test or describe, or of what `each`, `runIf` or `skipIf` returned, with its first argument. */
const TITLE = /(?:\b(?:it|test|describe)((?:\.\w+)*)|\))\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;
const NOT_RUN = /\.(skip|todo|fixme)\b/;
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*).*$/gm;

/** Returns the titles of the tests and groups in a file, without those that never run. */
function listTitles(text: string): Set<string> {
  const called = [...text.replaceAll(COMMENT_LINE, '').matchAll(TITLE)].filter(([, modifiers = '']) => !NOT_RUN.test(modifiers));
  return new Set(called.map(([, , single, double, template]) => (single ?? double ?? template ?? '').replaceAll(/\\(.)/g, '$1')));
}

const TEST_FILE = /\.(test|spec)\.tsx?$/;
const ATTACK = /^export const (\w+): Attack = \{\n {2}name: '([^']+)',$/gm;
const RUN_ATTACKS = /^const attacks: Attack\[\] = \[([^\]]*)\]/m;

/** Returns the names of the attacks that the program runs. */
export function listAttacks(files: readonly SourceFile[]): Set<string> {
  const program = files.find(({ path: file }) => file === 'tools/faults/hostile.ts')?.text ?? '';
  const run = new Set(RUN_ATTACKS.exec(program)?.[1]?.match(/\w+/g));
  const declared = files.filter((file) => file.path.startsWith('tools/faults/hostile-')).flatMap(({ text }) => [...text.matchAll(ATTACK)]);
  return new Set(declared.filter(([, variable = '']) => run.has(variable)).map(([, , name = '']) => name));
}

/** Returns the ids of the headings of a document as GitHub writes them. */
export const listHeadings = (document: string): Set<string> =>
  new Set(
    [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** Collects the tests, attacks, checks and documents that can prove a claim. */
export function readKnownProofs(files: readonly SourceFile[], checkNames: readonly string[]): KnownProofs {
  const links = readFileSync(path.join(root, 'docs/security.md'), 'utf8').matchAll(/\]\(([^)#]+)/g);
  const linked = [...links].map(([, link = '']) => link).filter((link) => existsSync(path.join(root, 'docs', link)));
  return {
    tests: new Map(files.filter((file) => TEST_FILE.test(file.path)).map((file) => [file.path, file.text])),
    attacks: listAttacks(files),
    checks: new Set(checkNames),
    documents: new Map(linked.map((link) => [link, listHeadings(readFileSync(path.join(root, 'docs', link), 'utf8'))])),
  };
}
