/**
 * Merges TypeScript files into the file that imports them.
 * `node scripts/codemods/merge-source-files.ts FOLDER TABLE [AREA]`: the table has the columns target, source, renames. Paths are relative to FOLDER; AREA
 * limits the run to targets whose path begins with it. Renames are pairs such as `COLUMNS=ROLE_COLUMNS` for names of the source that the target also has.
 *
 * The target's body is followed by the bodies of its sources. Query keys, and sources that others need while they are loaded, come before it. Imports between them
 * are removed, the others are combined by module. Names that no other file imports lose their `export`. Groups with names that occur twice are reported and skipped.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

const root = path.join(import.meta.dirname, '../..');
const { join, dirname, normalize, relative } = path.posix;
const MAX_LINES = 300;

type AstNode = Record<string, unknown> & { type: string; start: number; end: number };
interface ImportedName {
  imported: string;
  local: string;
  isType: boolean;
}
interface ImportStatement {
  module: string;
  names: ImportedName[];
}
/** `body` is the text without imports, `declared` the names at its top level. */
interface Module {
  imports: ImportStatement[];
  body: string;
  declared: Set<string>;
}

const isNode = (value: unknown): value is AstNode => typeof value === 'object' && value !== null && 'type' in value;
const resolve = (file: string, module: string) => (module.startsWith('.') ? normalize(join(dirname(file), module)) : module);
/** Returns true for names of members, which are not references. */
const isMemberName = (parent: AstNode | undefined, key: string) =>
  (parent?.type === 'MemberExpression' && key === 'property' && parent['computed'] !== true) ||
  (parent?.type === 'Property' && key === 'key' && parent['computed'] !== true) ||
  (/^TS(Property|Method)Signature$/.test(parent?.type ?? '') && key === 'key') ||
  (parent?.type === 'JSXAttribute' && key === 'name');

/** Calls `visit` for each reference to a name; `isDeferred` is true inside functions and types. */
function visitNames(program: unknown, visit: (node: AstNode, name: string, isDeferred: boolean, isShorthand: boolean) => void): void {
  const walk = (value: unknown, parent: AstNode | undefined, key: string, isDeferred: boolean): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, parent, key, isDeferred);
    if (!isNode(value)) return;
    const isName = value.type === 'Identifier' || value.type === 'JSXIdentifier';
    if (isName && !isMemberName(parent, key))
      visit(value, value['name'] as string, isDeferred, parent?.type === 'Property' && parent['shorthand'] === true);
    const isDeferring = /Function|ArrowFunction|^TS|MethodDefinition/.test(value.type) && !/^TS(As|Satisfies|NonNull)/.test(value.type);
    for (const [name, child] of Object.entries(value)) {
      // The key of a shorthand property is the same node as its value.
      if (name !== 'key' || value['shorthand'] !== true) walk(child, value, name, isDeferred || isDeferring);
    }
  };
  walk(program, undefined, '', false);
}

function renameNames(file: string, text: string, renames: ReadonlyMap<string, string>): string {
  const edits: { start: number; end: number; text: string }[] = [];
  visitNames(parseSync(file, text).program, (node, name, _isDeferred, isShorthand) => {
    const to = renames.get(name);
    if (to) edits.push({ start: node.start, end: node.start + name.length, text: isShorthand ? `${name}: ${to}` : to });
  });
  const sorted = edits.toSorted((a, b) => b.start - a.start).filter(({ start }, index, all) => start !== all[index - 1]?.start);
  return sorted.reduce((changed, edit) => changed.slice(0, edit.start) + edit.text + changed.slice(edit.end), text);
}

function readModule(file: string, text: string): Module {
  const { program } = parseSync(file, text);
  const imports: ImportStatement[] = [];
  const declared = new Set<string>();
  let body = text;
  const statements = program.body as unknown as AstNode[];
  for (const statement of statements.filter(({ type }) => type !== 'ImportDeclaration')) {
    const declaration = (statement['declaration'] ?? statement) as AstNode;
    const declarators = (declaration['declarations'] as AstNode[] | undefined) ?? [declaration];
    for (const { id } of declarators as { id?: unknown }[]) if (isNode(id) && id.type === 'Identifier') declared.add(id['name'] as string);
  }
  for (const statement of statements.filter(({ type }) => type === 'ImportDeclaration').toReversed()) {
    const specifiers = statement['specifiers'] as AstNode[];
    imports.unshift({
      module: (statement['source'] as AstNode)['value'] as string,
      names: specifiers.map((specifier) => ({
        imported:
          specifier.type === 'ImportDefaultSpecifier'
            ? 'default'
            : specifier.type === 'ImportNamespaceSpecifier'
              ? '*'
              : ((specifier['imported'] as AstNode)['name'] as string),
        local: (specifier['local'] as AstNode)['name'] as string,
        isType: statement['importKind'] === 'type' || specifier['importKind'] === 'type',
      })),
    });
    body = body.slice(0, statement.start) + body.slice(statement.end).replace(/^\n/, '');
  }
  return { imports, body: body.trim(), declared };
}

function printImports(statements: ImportStatement[]): string {
  const modules = Map.groupBy(statements, ({ module }) => module);
  return [...modules]
    .map(([module, same]) =>
      printImport(
        module,
        same.flatMap(({ names }) => names),
      ),
    )
    .join('');
}

function printImport(module: string, all: ImportedName[]): string {
  if (all.length === 0) return `import '${module}';\n`;
  const byLocal = new Map<string, ImportedName>();
  for (const name of all) if (byLocal.get(name.local)?.isType !== false) byLocal.set(name.local, name);
  const names = [...byLocal.values()];
  const special = names.filter(({ imported }) => imported === '*' || imported === 'default');
  const named = names.filter((name) => !special.includes(name));
  const lines = special.map(
    ({ imported, local, isType }) => `import ${isType ? 'type ' : ''}${imported === '*' ? '* as ' : ''}${local} from '${module}';\n`,
  );
  if (named.length === 0) return lines.join('');
  const areTypes = named.every(({ isType }) => isType);
  const list = named.map(
    ({ imported, local, isType }) => `${isType && !areTypes ? 'type ' : ''}${imported === local ? local : `${imported} as ${local}`}`,
  );
  return `${lines.join('')}import ${areTypes ? 'type ' : ''}{ ${list.join(', ')} } from '${module}';\n`;
}

/** A name for styles or endpoints of a second module: `device-plays.module.css` becomes `devicePlaysStyles`. */
function getSecondName(local: string, module: string): string {
  const words = path.posix.basename(module).replace(/\.module\.css$|\.endpoints$|\.tsx?$/, '');
  const camel = words.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${camel}${local.charAt(0).toUpperCase()}${local.slice(1)}`;
}

const [folder = '', table = '', area = ''] = process.argv.slice(2);
const tracked = execFileSync('git', ['ls-files', 'apps/web', 'tools', 'e2e'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const existing = tracked.filter((file) => /\.tsx?$/.test(file) && existsSync(path.join(root, file)));
const texts = new Map(existing.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

/** Lists the names that each file imports from a module; `import()` and re-exports count as all of its names. */
function readImporters(): Map<string, { from: string; names: string[] }[]> {
  const importers = new Map<string, { from: string; names: string[] }[]>();
  const add = (from: string, module: string, names: string[]) => {
    const target = resolve(from, module);
    importers.set(target, [...(importers.get(target) ?? []), { from, names }]);
  };
  for (const [file, text] of texts) {
    const { module } = parseSync(file, text);
    for (const { moduleRequest, entries } of module.staticImports)
      add(
        file,
        moduleRequest.value,
        entries.map(({ importName }) => importName.name ?? '*'),
      );
    for (const { entries } of module.staticExports)
      for (const { moduleRequest, importName } of entries) if (moduleRequest) add(file, moduleRequest.value, [importName.name ?? '*']);
    for (const { moduleRequest } of module.dynamicImports) {
      const literal = /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1];
      if (literal) add(file, literal, ['*']);
    }
  }
  return importers;
}

/** Returns true when the module needs one of these names while it is loaded. */
function needsAtLoad(file: string, { body }: Module, names: ReadonlySet<string>): boolean {
  let isNeeded = false;
  visitNames(parseSync(file, body).program, (_node, name, isDeferred) => {
    if (!isDeferred && names.has(name)) isNeeded = true;
  });
  return isNeeded;
}

function removeExports(file: string, body: string, isUsed: (name: string) => boolean): string {
  let changed = body;
  const statements = parseSync(file, body).program.body as unknown as AstNode[];
  for (const statement of statements.toReversed()) {
    const declaration = statement['declaration'];
    if (statement.type !== 'ExportNamedDeclaration' || !isNode(declaration)) continue;
    const declarators = (declaration['declarations'] as AstNode[] | undefined) ?? [declaration];
    const names = declarators.map(({ id }) => (isNode(id) ? (id['name'] as string) : ''));
    if (!names.some(isUsed)) changed = changed.slice(0, statement.start) + changed.slice(declaration.start);
  }
  return changed;
}

interface Source {
  file: string;
  renames: Map<string, string>;
}

function merge(target: string, sources: Source[]): string | undefined {
  const group = [target, ...sources.map(({ file }) => file)];
  const importers = readImporters();
  const modules = new Map<string, Module>();
  const exported = new Map<string, Map<string, string>>();
  const locals = new Map<string, string>();
  for (const file of group) {
    const renames = new Map(sources.find((source) => source.file === file)?.renames);
    let module = readModule(file, texts.get(file) ?? '');
    for (const { module: from, names } of module.imports) {
      for (const { imported, local } of names) {
        const key = `${resolve(file, from)} ${imported}`;
        if (group.includes(resolve(file, from))) {
          const renamed = exported.get(resolve(file, from))?.get(imported);
          if (renamed || imported !== local) renames.set(local, renamed ?? imported);
        } else if (locals.has(local) && locals.get(local) !== key) renames.set(local, getSecondName(local, from));
        else locals.set(local, key);
      }
    }
    exported.set(file, renames);
    if (renames.size > 0) module = readModule(file, renameNames(file, texts.get(file) ?? '', renames));
    for (const { module: from, names } of module.imports)
      for (const { imported, local } of names)
        if (!group.includes(resolve(file, from))) locals.set(local, `${resolve(file, from)} ${imported}`);
    modules.set(file, module);
  }
  const all = group.flatMap((file) => [...(modules.get(file)?.declared ?? [])]);
  const repeated = all.filter((name, index) => all.indexOf(name) !== index || locals.has(name));
  if (repeated.length > 0) return `names that occur twice: ${[...new Set(repeated)].join(', ')}`;
  const first = sources.filter(({ file }) => {
    const names = new Set(modules.get(file)?.declared);
    if (file.endsWith('-keys.ts')) return true;
    return group.some((other) => other !== file && modules.get(other) && needsAtLoad(other, modules.get(other) as Module, names));
  });
  const order = [...first.map(({ file }) => file), target, ...sources.filter((source) => !first.includes(source)).map(({ file }) => file)];
  const isUsed = (file: string) => (name: string) =>
    (importers.get(file) ?? []).some(({ from, names }) => !group.includes(from) && (names.includes(name) || names.includes('*')));
  const imports = order
    .flatMap((file) => (modules.get(file)?.imports ?? []).map((statement) => ({ ...statement, target: resolve(file, statement.module) })))
    .filter((statement) => !group.includes(statement.target))
    .map(({ module, names, target: to }) => ({ names, module: module.startsWith('.') ? toSpecifier(target, to) : module }));
  const body = order.map((file) => removeExports(file, modules.get(file)?.body ?? '', isUsed(file))).join('\n\n');
  const text = `${printImports(imports)}\n${body}\n`;
  if (text.split('\n').length > MAX_LINES) return `${text.split('\n').length} lines`;
  for (const [file, before] of texts) if (!group.includes(file)) redirectImports(file, before, target, sources);
  texts.set(target, text);
  writeFileSync(path.join(root, target), text);
  for (const { file } of sources) {
    texts.delete(file);
    rmSync(path.join(root, file));
  }
  return undefined;
}

function toSpecifier(from: string, to: string): string {
  const specifier = relative(dirname(from), to);
  return specifier.startsWith('.') ? specifier : `./${specifier}`;
}

/** Makes a file import from the target what it imported from the sources, in one statement. */
function redirectImports(file: string, before: string, target: string, sources: Source[]): void {
  let text = before;
  for (const { file: source, renames } of sources) {
    for (const [from, to] of renames) {
      if (
        !readModule(file, text).imports.some(
          ({ module, names }) => resolve(file, module) === source && names.some(({ imported }) => imported === from),
        )
      )
        continue;
      text = renameNames(file, text, new Map([[from, to]]));
    }
    text = text.replaceAll(`'${toSpecifier(file, source)}'`, `'${toSpecifier(file, target)}'`);
  }
  if (text === before) return;
  const statement = new RegExp(`^import (?:type )?[^;]*? from '${toSpecifier(file, target).replaceAll('.', String.raw`\.`)}';\\n`, 'gm');
  const found = text.match(statement) ?? [];
  if (found.length > 1) {
    const combined = printImports(readModule(file, found.join('')).imports);
    let isFirst = true;
    text = text.replaceAll(statement, () => {
      const replacement = isFirst ? combined : '';
      isFirst = false;
      return replacement;
    });
  }
  texts.set(file, text);
  writeFileSync(path.join(root, file), text);
}

const rows = readFileSync(table, 'utf8').trim().split('\n');
const groups = new Map<string, Source[]>();
for (const row of rows) {
  const [target = '', source = '', renames = ''] = row.split('\t');
  if (!target.startsWith(area) || !texts.has(join(folder, source))) continue;
  const pairs = renames.split(' ').flatMap((pair) => (pair.includes('=') ? [pair.split('=') as [string, string]] : []));
  groups.set(target, [...(groups.get(target) ?? []), { file: join(folder, source), renames: new Map(pairs) }]);
}
let merged = 0;
for (const [target, sources] of groups) {
  const fault = merge(join(folder, target), sources);
  if (fault) console.log(`${target} <- ${sources.map(({ file }) => path.posix.basename(file)).join(', ')}: ${fault}`);
  else merged += sources.length;
}
console.log(`${merged} files merged`);
