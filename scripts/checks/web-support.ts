/** Interfaces, syntax and style rules that the oldest browsers of the web app lack: Chrome 111, Firefox 128 and Safari 17.4. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { buildApps } from '../build-apps.ts';
import { root } from './source-files.ts';

const MINIMUM = { chrome: 111, firefox: 128, safari: 17.4 };
const NEVER = Number.POSITIVE_INFINITY;

/** First versions of Chrome, Firefox and Safari that have each name, in one line per release. */
type Releases = readonly [names: string, chrome: number, firefox: number, safari: number][];

/** Functions of one object, which share their names with functions of others. */
const STATICS: Releases = [
  ['Response.json', 105, 115, 17],
  ['AbortSignal.any', 116, 124, 17.4],
  ['Map.groupBy Object.groupBy', 117, 119, 17.4],
  ['Promise.withResolvers', 119, 121, 17.4],
  ['URL.canParse', 120, 115, 17],
  ['Array.fromAsync', 121, 115, 16.4],
  ['ClipboardItem.supports', 121, 127, 18],
  ['Iterator.from', 122, 131, 18.4],
  ['Document.parseHTMLUnsafe', 126, 128, 18],
  ['URL.parse', 126, 126, 18],
  ['Promise.try', 128, 134, 18.2],
  ['Intl.DurationFormat', 129, 136, 16.4],
  ['Error.isError', 134, 138, NEVER],
  ['Math.f16round', 135, 129, 18.2],
  ['RegExp.escape', 136, 134, 18.2],
  ['Uint8Array.fromBase64 Uint8Array.fromHex', 140, 133, 18.2],
  ['Math.sumPrecise', 147, 137, 26.2],
  ['ReadableStream.from', NEVER, 117, NEVER],
];

const GLOBALS: Releases = [
  ['requestIdleCallback cancelIdleCallback', 47, 55, NEVER],
  ['trustedTypes', 83, 148, 26],
  ['showOpenFilePicker showSaveFilePicker showDirectoryPicker', 86, NEVER, NEVER],
  ['cookieStore', 87, 140, 18.4],
  ['scheduler', 94, 142, NEVER],
  ['ImageDecoder', 94, 133, 26],
  ['URLPattern', 95, 142, 26],
  ['navigation', 102, 147, 26.2],
  ['documentPictureInPicture', 116, NEVER, NEVER],
  ['EditContext', 121, NEVER, NEVER],
  ['Iterator', 122, 131, 18.4],
  ['CloseWatcher', 126, 149, NEVER],
  ['DisposableStack AsyncDisposableStack SuppressedError', 134, 141, NEVER],
  ['Float16Array', 135, 129, 18.2],
  ['Temporal', 144, 139, NEVER],
];

/** Reported only when they are called. `union`, `intersection` and `difference` of sets are missing: schemas have functions of these names. */
const METHODS: Releases = [
  ['vibrate', 32, NEVER, NEVER],
  ['computedStyleMap', 66, NEVER, 16.4],
  ['requestVideoFrameCallback', 83, 132, 15.4],
  ['getAsFileSystemHandle', 86, NEVER, NEVER],
  ['startViewTransition', 111, 144, 18],
  ['transferToFixedLength', 114, 122, 17.4],
  ['showPopover hidePopover togglePopover', 114, 125, 17],
  ['isSubsetOf isSupersetOf isDisjointFrom symmetricDifference', 122, 127, 17],
  ['setHTMLUnsafe', 124, 123, 18],
  ['caretPositionFromPoint', 128, 20, 18.4],
  ['requestClose', 134, 139, 18.4],
  ['moveBefore', 133, 144, NEVER],
  ['getComposedRanges', 137, 142, 17],
  ['setFromBase64 setFromHex', 140, 133, 18.2],
  ['getOrInsert getOrInsertComputed', 145, 144, 26.2],
];

/** Functions of iterators: `list.values().map(…)`. */
const ITERATOR_HELPERS: Releases = [['map filter take drop flatMap reduce toArray forEach some every find', 122, 131, 18.4]];

const listUnsupported = (releases: Releases): Set<string> =>
  new Set(
    releases
      .filter(([, chrome, firefox, safari]) => chrome > MINIMUM.chrome || firefox > MINIMUM.firefox || safari > MINIMUM.safari)
      .flatMap(([names]) => names.split(' ')),
  );

const NEW_STATICS = listUnsupported(STATICS);
const NEW_GLOBALS = listUnsupported(GLOBALS);
const NEW_METHODS = listUnsupported(METHODS);
const NEW_ITERATOR_HELPERS = listUnsupported(ITERATOR_HELPERS);

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** Returns the unsupported interfaces and syntax that a script uses without testing for them. */
export function findUnsupportedWebScript(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code);
  const faults = errors.map(({ message }) => `${file}: cannot be parsed: ${message}`);
  const tested = new Set<string>();
  const found: [name: string, start: number][] = [];
  walk(program as unknown as Node, [], (node, parents) => {
    const testedName = findTested(node, parents);
    if (testedName) tested.add(testedName);
    const name = findNewSyntax(node) ?? findNewInterface(node, parents);
    if (name) found.push([name, node.start]);
  });
  const isTested = (name: string) => tested.has(name) || tested.has(name.split('.').at(-1) ?? '');
  const untested = found.filter(([name]) => !isTested(name));
  return [...faults, ...untested.map(([name, start]) => `${file}: ${name} near ${code.slice(start, start + 60)}`)];
}

function findNewSyntax(node: Node): string | undefined {
  if (node.type === 'VariableDeclaration' && String(node['kind']).includes('using')) return 'using';
  if (node.type === 'ImportAttribute') return 'import attribute';
  const regex = node.type === 'Literal' && (node['regex'] as { flags: string; pattern: string } | undefined);
  if (!regex) return undefined;
  if (regex.flags.includes('v')) return 'regular expression flag v';
  return /\(\?[ims]*(-[ims]+)?:/.test(regex.pattern.replaceAll('(?:', '')) ? 'regular expression modifier' : undefined;
}

function findNewInterface(node: Node, parents: readonly Node[]): string | undefined {
  const parent = parents.at(-1);
  if (node.type === 'Identifier') return isNewGlobal(node, parent) ? (node['name'] as string) : undefined;
  if (node.type !== 'MemberExpression') return undefined;
  const owner = node['object'] as Node;
  const name = getProperty(node);
  const qualified = `${owner['name'] as string}.${name}`;
  if (NEW_STATICS.has(qualified)) return qualified;
  if (NEW_GLOBALS.has(name) && ['self', 'window', 'globalThis'].includes(owner['name'] as string) && isUsed(node, parent)) return name;
  if (parent?.type !== 'CallExpression' || parent['callee'] !== node || parent['optional'] === true) return undefined;
  if (NEW_METHODS.has(name)) return name;
  return NEW_ITERATOR_HELPERS.has(name) && isIterator(owner) ? `${name} of an iterator` : undefined;
}

const isNewGlobal = (node: Node, parent: Node | undefined): boolean => NEW_GLOBALS.has(node['name'] as string) && isUsed(node, parent);

/** Returns true when the node is called, constructed or read from. A missing interface fails only then. */
const isUsed = (node: Node, parent: Node | undefined): boolean => parent?.['callee'] === node || parent?.['object'] === node;

const isIterator = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  (node['arguments'] as Node[]).length === 0 &&
  (node['callee'] as Node).type === 'MemberExpression' &&
  ['values', 'keys', 'entries'].includes(getProperty(node['callee'] as Node));

/** Returns the name of an interface whose absence the code handles: `typeof x`, `'x' in y`, `y.x && …`, `y.x ? …` or `y.x ??= …`. */
function findTested(node: Node, parents: readonly Node[]): string | undefined {
  if (node.type === 'UnaryExpression' && ['typeof', '!'].includes(node['operator'] as string))
    return getReferredName(node['argument'] as Node);
  if (node.type === 'BinaryExpression' && node['operator'] === 'in') return getText(node['left'] as Node);
  if (node.type === 'AssignmentExpression') return getReferredName(node['left'] as Node);
  const parent = parents.at(-1);
  const isTest =
    (parent?.type === 'LogicalExpression' && parent['left'] === node) ||
    ((parent?.type === 'ConditionalExpression' || parent?.type === 'IfStatement') && parent['test'] === node);
  return isTest ? getReferredName(node) : undefined;
}

function getReferredName(node: Node): string | undefined {
  if (node.type === 'MemberExpression') return getProperty(node);
  return node.type === 'Identifier' ? (node['name'] as string) : undefined;
}

function getProperty(node: Node): string {
  const property = node['property'] as Node;
  return node['computed'] === true ? getText(property) : String(property['name']);
}

/** Minifiers write strings as templates. */
const getText = ({ value, quasis }: Node): string =>
  quasis ? (quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked).join('') : String(value);

function walk(node: Node, parents: readonly Node[], visit: (node: Node, parents: readonly Node[]) => void): void {
  visit(node, parents);
  const ancestors = [...parents, node];
  for (const child of Object.values(node).flat()) {
    if (child && typeof child === 'object' && 'type' in child && typeof child.type === 'string') walk(child as Node, ancestors, visit);
  }
}

/** Style rules whose loss breaks a page. `text-wrap`, `field-sizing`, `subgrid` and `scrollbar-color` only refine it. */
const NEW_STYLES: readonly [name: string, pattern: RegExp][] = [
  ['light-dark()', /\blight-dark\(/],
  ['relative colour', /\b(rgb|hsl|hwb|lab|lch|oklab|oklch|color)\(from\b/],
  ['new function', /[\s:(,](linear|round|mod|rem|calc-size|anchor|anchor-size|if|sibling-index|contrast-color)\(/],
  ['new at-rule', /@(starting-style|scope|view-transition|position-try|function|container[^{]*(style|scroll-state)\()/],
  ['new media feature', /@media[^{]*\((scripting|inverted-colors|prefers-reduced-transparency)\b/],
  ['new selector', /:(user-valid|user-invalid|dir\(|state\(|open\b|popover-open|:details-content)/],
  ['new property', /[{;](position-area|position-anchor|anchor-name|interpolate-size|animation-timeline|transition-behavior):/],
];

export function findUnsupportedWebStyle(file: string, css: string): string[] {
  const plainCss = css.replaceAll(/\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"|'[^']*'/g, '""');
  const faults = NEW_STYLES.flatMap(([name, pattern]) => {
    const match = pattern.exec(plainCss);
    return match ? [`${file}: ${name} near ${plainCss.slice(match.index, match.index + 60)}`] : [];
  });
  return hasNesting(plainCss) ? [...faults, `${file}: nested rules`] : faults;
}

/** Returns true when a style rule contains another rule. */
function hasNesting(css: string): boolean {
  const open: boolean[] = [];
  for (const [, prelude = '', brace] of css.matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') open.pop();
    if (brace !== '{') continue;
    if (open.includes(true)) return true;
    open.push(!prelude.trim().startsWith('@'));
  }
  return false;
}

/** Builds the web app, unless its build is current, and returns what its oldest browsers lack. */
export function findUnsupportedInWebApp(): string[] {
  buildApps({ onlyIfStale: true });
  const folder = path.join(root, 'apps/web/dist/assets');
  return readdirSync(folder).flatMap((file) => {
    const find = file.endsWith('.js') ? findUnsupportedWebScript : findUnsupportedWebStyle;
    return /\.(js|css)$/.test(file) ? find(file, readFileSync(path.join(folder, file), 'utf8')) : [];
  });
}
