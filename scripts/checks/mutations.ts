/** Checks that the web app uses `useMutation` only in lib/use-api-mutation.ts, which requires every mutation to declare the queries that it invalidates. */
import type { SourceFile } from './source-files.ts';

const mayUseMutation = (path: string) => !path.startsWith('apps/web/src/') || path === 'apps/web/src/lib/use-api-mutation.ts';

export const findBareMutations = (files: SourceFile[]): string[] =>
  files
    .filter(({ path, text }) => !mayUseMutation(path) && /\buseMutation\b/.test(text))
    .map(({ path }) => `${path}: uses useMutation; write the change with useApiMutation`);
