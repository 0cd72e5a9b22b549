import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

export interface SourceFile {
  /** Path relative to the repository, with slashes. */
  path: string;
  text: string;
}

/** Reads every TypeScript file of the checkout, including untracked files that are not ignored. */
export function readSourceFiles(): SourceFile[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  });
  return output
    .split('\n')
    .filter((file) => file !== '')
    .flatMap((file) => {
      try {
        return [{ path: file, text: readFileSync(path.join(root, file), 'utf8') }];
      } catch {
        // Listed by git but deleted in the work tree.
        return [];
      }
    });
}
