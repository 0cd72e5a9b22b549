/**
 * Checks that a module writes only its own tables and reads only tables that it declares, which must belong to modules to its left. The declarations in
 * module.ts are compared with the SQL of the module.
 */
import type { SourceFile } from './source-files.ts';

/** The part of a module's declaration that is compared. Modules are listed from left to right. */
export interface TableDeclaration {
  name: string;
  tables: { owned: readonly string[]; read: readonly string[] };
}

/** Tables that only platform code writes. Other code may read them. */
const PLATFORM_TABLES = [
  'process_heartbeats',
  'mail_state',
  'request_counts',
  'people_here',
  'nudge_outbox',
  'server_keys',
  'attempt_counts',
];

const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](\w+)/g,
  /\b(?:insert\s+into|update|delete\s+from|truncate)\s+(\w+)\s*(?:\(|set\b|where\b|using\b|as\b|values\b|returning\b|share\b|known\b|$)/gim,
];
const READS = [
  /\b(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|using)\(\s*['"](\w+)/g,
  /\b(?:from|join|using)\s+(\w+)\b/gi,
  /\bsql\.table\(['"](\w+)/g,
];

const getModule = (path: string) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1];
const removeComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '').replace(/^import [\s\S]*?;$/gm, '');

const findTables = (patterns: readonly RegExp[], text: string, isTable: (name: string) => boolean): string[] => [
  ...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, table = '']) => (isTable(table) ? [table] : [])))),
];

export function findOwnershipViolations(files: SourceFile[], modules: readonly TableDeclaration[]): string[] {
  const owners = new Map<string, string>(PLATFORM_TABLES.map((table) => [table, 'platform']));
  for (const { name, tables } of modules) for (const table of tables.owned) owners.set(table, name);
  const server = files.filter(
    ({ path }) =>
      path.startsWith('apps/server/src/') &&
      !path.includes('/testing/') &&
      !path.endsWith('.test.ts') &&
      !path.endsWith('/access-cases.ts'),
  );
  return [...findWrongDeclarations(modules, owners), ...server.flatMap((file) => findInFile(file, modules, owners))];
}

/** Checks that each table has one owner and that only modules to the right of the owner read it. */
function findWrongDeclarations(modules: readonly TableDeclaration[], owners: ReadonlyMap<string, string>): string[] {
  const positions = new Map(modules.map(({ name }, index) => [name, index]));
  return modules.flatMap(({ name, tables }, index) => [
    ...tables.owned.filter((table) => owners.get(table) !== name).map((table) => `${name}: the table ${table} is owned twice`),
    ...tables.read.flatMap((table) => {
      const owner = owners.get(table);
      if (owner === undefined) return [`${name}: reads the table ${table}, which no module owns`];
      return (positions.get(owner) ?? -1) < index ? [] : [`${name}: reads the table ${table} of ${owner}, which is not to its left`];
    }),
  ]);
}

function findInFile({ path, text }: SourceFile, modules: readonly TableDeclaration[], owners: ReadonlyMap<string, string>): string[] {
  const self = getModule(path);
  const declared = modules.find(({ name }) => name === self);
  const code = removeComments(text);
  const owner = (table: string) => owners.get(table) ?? 'no module';
  const wrongWrites = [
    ...findTables(WRITES, code, (table) => owners.has(table) && owner(table) !== (self ?? 'platform')),
    ...findTables(WRITES.slice(0, 1), code, (table) => !owners.has(table)),
  ].map((table) => `${path}: writes the table ${table} of ${owner(table)}`);
  if (!self) return wrongWrites;
  const mayRead = new Set([...(declared?.tables.owned ?? []), ...(declared?.tables.read ?? []), ...PLATFORM_TABLES]);
  const wrongReads = findTables(READS, code, (table) => owners.has(table) && !mayRead.has(table));
  return [...wrongWrites, ...wrongReads.map((table) => `${path}: reads the table ${table} of ${owner(table)}, which it does not declare`)];
}
