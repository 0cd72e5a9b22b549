/** Syntax and interfaces that are newer than the oldest browsers of the screen: Chromium 69 and Safari 13. */
import { parseSync } from 'oxc-parser';

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** `inset` in an inline style, which cannot have a fallback value. */
const STYLE_TEXT = /(^|[;"'])\s*inset\s*:/;

/** Checks by node type. Each returns the name of unsupported syntax, or undefined. */
const SYNTAX: Record<string, (node: Node) => string | undefined> = {
  ChainExpression: () => 'optional chaining',
  LogicalExpression: ({ operator }) => (operator === '??' ? '??' : undefined),
  AssignmentExpression: ({ operator }) => (['??=', '||=', '&&='].includes(operator as string) ? (operator as string) : undefined),
  PropertyDefinition: () => 'class field',
  AccessorProperty: () => 'auto-accessor',
  PrivateIdentifier: () => 'private member',
  StaticBlock: () => 'static block',
  ExportAllDeclaration: ({ exported }) => (exported ? 'export * as' : undefined),
  ImportAttribute: () => 'import attribute',
  VariableDeclaration: ({ kind }) => (String(kind).includes('using') ? 'using' : undefined),
  Literal: findNewLiteral,
  TemplateElement: ({ value }) => (STYLE_TEXT.test((value as { raw: string }).raw) ? 'inset in a style text' : undefined),
};

function findNewLiteral({ bigint, regex, value, raw }: Node): string | undefined {
  if (typeof bigint === 'string') return 'BigInt literal';
  if (typeof value === 'number' && String(raw).includes('_')) return 'numeric separator';
  const { flags = '', pattern = '' } = (regex ?? {}) as { flags?: string; pattern?: string };
  const newFlag = /[dv]/.exec(flags)?.[0];
  if (newFlag) return `regular expression flag ${newFlag}`;
  if (typeof value === 'string' && STYLE_TEXT.test(value)) return 'inset in a style text';
  if (/\(\?<[=!]/.test(pattern)) return 'regular expression lookbehind';
  return /\(\?[ims]*(-[ims]+)?:/.test(pattern.replaceAll('(?:', '')) ? 'regular expression modifier' : undefined;
}

const toNames = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

const NEW_GLOBALS = toNames(`
  structuredClone queueMicrotask globalThis reportError WeakRef FinalizationRegistry AggregateError CompressionStream DecompressionStream
  URLPattern OffscreenCanvas Iterator ClipboardItem requestIdleCallback`);

/** Functions of one object, which share their names with older functions of others. */
const NEW_STATICS = toNames(`
  Object.fromEntries Object.hasOwn Object.groupBy Map.groupBy Array.fromAsync Promise.allSettled Promise.any Promise.try Promise.withResolvers
  AbortSignal.any AbortSignal.timeout AbortSignal.abort Response.json ReadableStream.from URL.canParse URL.parse crypto.randomUUID
  Intl.ListFormat Intl.RelativeTimeFormat Intl.DisplayNames Intl.Segmenter Intl.Locale Intl.DurationFormat Intl.supportedValuesOf`);

/** Reported only when they are called, because `at` is also a name in our code. */
const NEW_METHODS = toNames(`
  at findLast findLastIndex flat flatMap toSorted toReversed toSpliced replaceAll toWellFormed isWellFormed replaceChildren throwIfAborted
  formatRange formatRangeToParts getAnimations commitStyles startViewTransition checkVisibility isSubsetOf isSupersetOf isDisjointFrom
  symmetricDifference`);

/** Properties, and names of inline styles. */
const NEW_PROPERTIES = toNames('finished resultingClientId inset aspectRatio');
const NEW_STYLES = toNames('inset aspectRatio');

/** Returns what scripts of one page use that the oldest browsers lack. Interfaces that the scripts define or test for are fine. */
export function findUnsupportedScript(scripts: Record<string, string>): string[] {
  const findings: { name: string; message: string }[] = [];
  const providedNames = new Set<string>();
  for (const [file, code] of Object.entries(scripts)) {
    const { program, errors } = parseSync(file, code);
    for (const { message: cause } of errors) findings.push({ name: '', message: `${file}: cannot be parsed: ${cause}` });
    const getLine = (start: number) => code.slice(0, start).split('\n').length;
    walk(program as unknown as Node, [], (node, parents) => {
      const providedName = findProvided(node);
      if (providedName) providedNames.add(providedName);
      for (const name of [findNewSyntax(node, parents), findNewInterface(node, parents)]) {
        if (name)
          findings.push({ name, message: `${file}:${getLine(node.start)}: ${name} near ${code.slice(node.start, node.start + 60)}` });
      }
    });
  }
  return findings.filter(({ name }) => !providedNames.has(name.split('.').at(-1) ?? '')).map(({ message }) => message);
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

function findNewSyntax(node: Node, parents: readonly Node[]): string | undefined {
  if (node.type === 'AwaitExpression' && !parents.some(({ type }) => FUNCTIONS.includes(type))) return 'top-level await';
  return SYNTAX[node.type]?.(node);
}

function findNewInterface(node: Node, parents: readonly Node[]): string | undefined {
  const parent = parents.at(-1);
  if (node.type === 'Identifier' && NEW_GLOBALS.has(node['name'] as string) && isReference(node, parent)) return node['name'] as string;
  if (node.type === 'Property' && NEW_STYLES.has(propertyName(node['key'] as Node) ?? '')) return propertyName(node['key'] as Node);
  if (node.type !== 'MemberExpression') return undefined;
  const name = propertyName(node['property'] as Node) ?? '';
  const owner = (node['object'] as Node)['name'] as string | undefined;
  if (NEW_STATICS.has(`${owner}.${name}`)) return isAttempted(parents) ? undefined : `${owner}.${name}`;
  if (NEW_GLOBALS.has(name) && ['self', 'window', 'globalThis'].includes(owner ?? '')) return name;
  if (NEW_PROPERTIES.has(name)) return isTested(node, parents) ? undefined : name;
  const isCalled = parent?.type === 'CallExpression' && parent['callee'] === node;
  return isCalled && (NEW_METHODS.has(name) || isMatchAll(name, parent)) ? name : undefined;
}

/** Returns true when the code tests whether the property exists. */
function isTested(node: Node, parents: readonly Node[]): boolean {
  const parent = parents.at(-1);
  if (parent?.type === 'AssignmentExpression' && parent['right'] === node) return isTested(parent, parents.slice(0, -1));
  if (parent?.type === 'ParenthesizedExpression') return isTested(parent, parents.slice(0, -1));
  if (parent?.type === 'LogicalExpression') return parent['left'] === node;
  if (parent?.type === 'ConditionalExpression' || parent?.type === 'IfStatement') return parent['test'] === node;
  return parent?.type === 'BinaryExpression' && ['==', '===', '!=', '!=='].includes(parent['operator'] as string);
}

/** Returns true for the only statement of a `try` whose handler does something else: a missing function ends there. */
function isAttempted(parents: readonly Node[]): boolean {
  const index = parents.findLastIndex(({ type }) => type === 'TryStatement' || FUNCTIONS.includes(type));
  const { block, handler } = (parents[index] ?? {}) as { block?: Node; handler?: Node | null };
  const countStatements = (node: Node | undefined) => (node?.['body'] as Node[] | undefined)?.length ?? 0;
  return block === parents[index + 1] && countStatements(block) === 1 && countStatements(handler?.['body'] as Node | undefined) > 0;
}

/** Caches and service worker clients have an older function of this name, which takes no regular expression. */
const isMatchAll = (name: string, call: Node): boolean => name === 'matchAll' && 'regex' in ((call['arguments'] as Node[])[0] ?? {});

/** Returns the name of an interface that the script itself defines, or whose absence it tests for. */
function findProvided(node: Node): string | undefined {
  if (node.type === 'UnaryExpression' && node['operator'] === 'typeof') return referredName(node['argument'] as Node);
  if (node.type === 'BinaryExpression' && node['operator'] === 'in') return getText(node['left'] as Node);
  if (node.type === 'AssignmentExpression') return referredName(node['left'] as Node);
  // Object.defineProperty(target, name, …) and functions like it.
  if (node.type !== 'CallExpression') return undefined;
  const [target, name] = node['arguments'] as Node[];
  return target?.type === 'MemberExpression' || target?.type === 'Identifier' ? name && getText(name) : undefined;
}

const getText = (node: Node): string | undefined => (node.type === 'Identifier' ? undefined : propertyName(node));

const referredName = (node: Node): string | undefined =>
  node.type === 'MemberExpression' ? propertyName(node['property'] as Node) : (node['name'] as string | undefined);

function propertyName({ type, name, value, quasis }: Node): string | undefined {
  if (type === 'Identifier') return name as string;
  // Minifiers write strings as templates.
  if (type === 'TemplateLiteral') return (quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked).join('');
  return typeof value === 'string' ? value : undefined;
}

/** Returns true when an identifier refers to a variable and is not the name of a property. */
function isReference(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'MemberExpression') return parent['object'] === node || parent['computed'] === true;
  return !(parent && 'key' in parent && parent['key'] === node && parent['shorthand'] !== true);
}

function walk(node: Node, parents: readonly Node[], visit: (node: Node, parents: readonly Node[]) => void): void {
  visit(node, parents);
  const ancestors = [...parents, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') walk(child as Node, ancestors, visit);
    }
  }
}
