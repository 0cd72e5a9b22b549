/** Checks that query strings of links are typed: `search` in the web app must not be cast to `never` or `any`. */
import { parseSync } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

type AstNode = Record<string, unknown> & { type: string };

const isNode = (value: unknown): value is AstNode => typeof value === 'object' && value !== null && 'type' in value;
const isSearch = (name: unknown) => isNode(name) && (name['name'] ?? name['value']) === 'search';

/** Returns true when the value, or what a function returns as its value, is cast. */
function isCast(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === 'JSXExpressionContainer' || value.type === 'ParenthesizedExpression') return isCast(value['expression']);
  if (value.type === 'ArrowFunctionExpression') return isCast(value['body']);
  return value.type === 'TSAsExpression' && /^TS(Never|Any)Keyword$/.test((value['typeAnnotation'] as AstNode).type);
}

function hasCastSearch(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasCastSearch);
  if (!isNode(value)) return false;
  if (value.type === 'JSXAttribute' && isSearch(value['name']) && isCast(value['value'])) return true;
  if (value.type === 'Property' && isSearch(value['key']) && isCast(value['value'])) return true;
  return Object.values(value).some(hasCastSearch);
}

export const findUntypedLinks = (files: SourceFile[]): string[] =>
  files
    .filter(({ path, text }) => path.startsWith('apps/web/src/') && /\bas (never|any)\b/.test(text))
    .filter(({ path, text }) => hasCastSearch(parseSync(path, text).program))
    .map(({ path }) => `${path}: casts the search of a link; every route accepts its optional keys without a cast`);
