/** A mutation of the web app declares what it invalidates: `useMutation` occurs only in lib/use-api-mutation.ts, which requires that. */
import type { SourceFile } from './source-files.ts';

const isFree = (path: string) => !path.startsWith('apps/web/src/') || path === 'apps/web/src/lib/use-api-mutation.ts';

export const findBareMutations = (files: SourceFile[]): string[] =>
  files
    .filter(({ path, text }) => !isFree(path) && /\buseMutation\b/.test(text))
    .map(({ path }) => `${path}: uses useMutation; write the change with useApiMutation`);
