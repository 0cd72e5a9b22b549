import type { TreePath } from './file-tree.ts';
import { FtpError } from './replies.ts';

const MAX_DEPTH = 16;

/** Resolves `given` from `folder`. `..` ends at the root, so no path leaves the tree. */
export function resolvePath(folder: TreePath, given: string): TreePath {
  if (/[\p{Cc}\\]/u.test(given)) throw new FtpError(553, 'The name contains invalid characters.');
  const path = given.startsWith('/') ? [] : [...folder];
  for (const part of given.split('/')) {
    if (part === '..') path.pop();
    else if (part !== '' && part !== '.') path.push(part);
  }
  if (path.length > MAX_DEPTH) throw new FtpError(553, 'The path is too deep.');
  return path;
}

export const formatPath = (path: TreePath): string => `/${path.join('/')}`;

/** As replies quote it (RFC 959, appendix II): quotes are doubled. */
export const quotePath = (path: TreePath): string => `"${formatPath(path).replaceAll('"', '""')}"`;
