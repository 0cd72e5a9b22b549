/**
 * Checks that the previous version can run on the schema of new migrations, because both versions run on it while an update replaces one process after
 * another. A migration therefore only adds. Removals are separate files whose names end with `_contract`; older versions refuse to start with a newer
 * contract. Each of their statements names the migration of an earlier release that added the replacement. See docs/guides/add-a-migration.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Statement, splitActions, splitStatements } from './sql-statements.ts';

export interface MigrationFile {
  /** `0057_alerts`. */
  name: string;
  text: string;
}

interface Rule {
  /** Pattern for one action of an `alter table`, or for a whole statement of another kind. */
  pattern: RegExp;
  fault: string;
  /** True when a comment may justify the statement by stating why the previous version keeps working. */
  canBeJustified?: true;
}

const CONTRACT = /_contract$/;
const EXPANDED = /--\s*expanded in (\d{4})\b/;
const JUSTIFICATION = /--\s*the version before goes on: \S+/;
const NAME = String.raw`(?:if exists\s+)?(?:only\s+)?"?(\w+)"?`;

const ACTIONS: readonly Rule[] = [
  { pattern: /^drop\s+(?!constraint\b)/, fault: 'drops a column that the previous version reads' },
  { pattern: /^rename\b/, fault: 'renames an object that the previous version uses' },
  {
    pattern: /^alter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/,
    fault: 'changes the type of a column that the previous version reads',
  },
  {
    pattern: /^alter\s+(?:column\s+)?\w+\s+set\s+not\s+null\b/,
    fault: 'makes a column required that the previous version may leave empty',
    canBeJustified: true,
  },
  {
    pattern: /^alter\s+(?:column\s+)?\w+\s+drop\s+default\b/,
    fault: 'drops a default that the previous version relies on',
    canBeJustified: true,
  },
  {
    pattern: /^alter\s+(?:column\s+)?\w+\s+drop\s+not\s+null\b/,
    fault: 'makes a column nullable that the previous version reads as not null',
    canBeJustified: true,
  },
  {
    pattern:
      /^add\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)\w+\s(?=.*\bnot\s+null\b)(?!.*\bdefault\b)(?!.*\bgenerated\b)/,
    fault: 'adds a required column without a default, which the previous version does not fill',
  },
  {
    pattern: /^add\s+(?:constraint|check|unique|primary|foreign|exclude)\b/,
    fault: 'adds a constraint that the previous version does not know',
    canBeJustified: true,
  },
];

const STATEMENTS: readonly Rule[] = [
  {
    pattern: /^drop\s+(?:table|view|materialized\s+view|type|domain|function|procedure|sequence|schema|extension)\b/,
    fault: 'drops an object that the previous version uses',
  },
  {
    pattern: /^alter\s+(?:index|view|type|function|sequence|schema)\b.*\brename\b/,
    fault: 'renames an object that the previous version uses',
  },
];

/** Matches a unique index, also one with `nulls` or `where`. Only indexes on existing tables are rejected. */
const UNIQUE_INDEX = new RegExp(String.raw`^create\s+unique\s+index\b.*?\bon\s+${NAME}`);
const ALTERED = new RegExp(String.raw`^alter\s+table\s+${NAME}\s+(.*)$`, 's');
const CREATED = /^create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/;

function findViolations({ text }: Statement, created: ReadonlySet<string>): Rule[] {
  const [, unique] = UNIQUE_INDEX.exec(text) ?? [];
  if (unique && !created.has(unique))
    return [{ pattern: UNIQUE_INDEX, fault: 'adds a constraint that the previous version does not know', canBeJustified: true }];
  const [, table, actions] = ALTERED.exec(text) ?? [];
  if (!table || !actions) return STATEMENTS.filter(({ pattern }) => pattern.test(text));
  if (created.has(table)) return [];
  return splitActions(actions).flatMap((action) => ACTIONS.filter(({ pattern }) => pattern.test(action)));
}

/** Returns true when the migration that added the replacement was released. Otherwise the previous version does not use it yet. */
function isExpanded({ comment }: Statement, released: string): boolean {
  const [, expanded] = EXPANDED.exec(comment) ?? [];
  return expanded !== undefined && expanded <= released.slice(0, 4);
}

function findInFile({ name, text }: MigrationFile, released: string): string[] {
  const statements = splitStatements(text);
  const created = new Set(statements.flatMap(({ text: statement }) => CREATED.exec(statement)?.[1] ?? []));
  return statements.flatMap((statement) =>
    findViolations(statement, created).flatMap(({ fault, canBeJustified }) => {
      if (canBeJustified && JUSTIFICATION.test(statement.comment)) return [];
      if (CONTRACT.test(name) && isExpanded(statement, released)) return [];
      return [`${name}: ${fault} (${statement.text.slice(0, 80)})`];
    }),
  );
}

/** `released` is the last migration of the newest release. Migrations up to it are not checked. */
export const findRiskyMigrations = (files: readonly MigrationFile[], released: string): string[] =>
  files.filter(({ name }) => name > released).flatMap((file) => findInFile(file, released));

const folder = path.resolve(import.meta.dirname, '../../apps/server/migrations');

export const readMigrationFiles = (): MigrationFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name: name.replace(/\.sql$/, ''), text: readFileSync(path.join(folder, name), 'utf8') }));

/** Returns the migration in the last line of `releases.txt`, which has a version and its last migration. */
export function readLastReleasedMigration(): string {
  const last = readFileSync(path.join(folder, 'releases.txt'), 'utf8').trim().split('\n').at(-1) ?? '';
  return last.split(' ')[1] ?? '';
}
