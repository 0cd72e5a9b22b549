/**
 * Checks that every claim of docs/security.md names an existing proof. The last cell of a row has one or more proofs: `file.test.ts` "title of a test",
 * `check: name`, `hostile: name of an attack`, or a link to the document with which an operator proves it. A claim that starts with "Not met" needs no proof.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, type SourceFile } from './source-files.ts';

export interface KnownProofs {
  /** Contents of test files by their path. */
  tests: ReadonlyMap<string, string>;
  attacks: ReadonlySet<string>;
  checks: ReadonlySet<string>;
  documents: ReadonlySet<string>;
}

const PROOF = /`([^`]+)`(?:\s+"([^"]+)")?|\[[^\]]*\]\(([^)#]+)(?:#[^)]*)?\)/g;

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
    for (const [, name, title, link] of found) {
      const fault =
        link === undefined ? findFault(name ?? '', title, known) : known.documents.has(link) ? undefined : `${link} does not exist`;
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
  if (title !== undefined && !files[0]?.[1].includes(title)) return `${name} has no test "${title}"`;
  return undefined;
}

const TEST_FILE = /\.(test|spec)\.tsx?$/;
const ATTACK_NAME = /^ {2}name: '([^']+)',$/gm;

/** Collects the tests, attacks, checks and documents that can prove a claim. */
export function readKnownProofs(files: readonly SourceFile[], checkNames: readonly string[]): KnownProofs {
  const attacks = files.filter((file) => file.path.startsWith('tools/faults/hostile-'));
  const links = readFileSync(path.join(root, 'docs/security.md'), 'utf8').matchAll(/\]\(([^)#]+)/g);
  return {
    tests: new Map(files.filter((file) => TEST_FILE.test(file.path)).map((file) => [file.path, file.text])),
    attacks: new Set(attacks.flatMap(({ text }) => [...text.matchAll(ATTACK_NAME)].map(([, name = '']) => name))),
    checks: new Set(checkNames),
    documents: new Set([...links].map(([, link = '']) => link).filter((link) => existsSync(path.join(root, 'docs', link)))),
  };
}
