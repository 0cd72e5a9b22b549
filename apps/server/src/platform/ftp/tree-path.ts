import type { TreePath } from './file-tree.ts';
import { FtpError } from './replies.ts';

const MAX_DEPTH = 16;

/** Resolves `path` from `folder`. `..` stops at the root, so no path leaves the tree. */
export function resolvePath(folder: TreePath, path: string): TreePath {
  if (/[\p{Cc}\\]/u.test(path)) throw new FtpError(553, 'The name contains invalid characters.');
  const components = path.startsWith('/') ? [] : [...folder];
  for (const part of path.split('/')) {
    if (part === '..') components.pop();
    else if (part !== '' && part !== '.') components.push(part);
  }
  if (components.length > MAX_DEPTH) throw new FtpError(553, 'The path is too deep.');
  return components;
}

export const formatPath = (path: TreePath): string => `/${path.join('/')}`;

/** Quotes a path for replies with doubled quotes (RFC 959, appendix II). */
export const quotePath = (path: TreePath): string => `"${formatPath(path).replaceAll('"', '""')}"`;
