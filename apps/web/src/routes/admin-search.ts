import type { SearchSchemaInput } from '@tanstack/react-router';
import { readText } from '../lib/search-values.ts';

/**
 * What the lists of the console are narrowed to, as texts: each page names its own by a type and knows which values there are. One function for all of
 * them, since every page of the product begins with the addresses of every other. Whose account and which dialog are the layout's to say.
 */
export function consoleSearch<Search extends object>(raw: Search & SearchSchemaInput): Search {
  const { userId: _userId, open: _open, dialog: _dialog, target: _target, ...own } = raw as Record<string, unknown>;
  return Object.fromEntries(Object.entries(own).filter(([, value]) => readText(value))) as Search;
}
