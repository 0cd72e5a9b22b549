/** Checks that only apps/server/src/main.ts, scripts and tests read the environment. */
import type { SourceFile } from './source-files.ts';

const mayReadEnvironment = (path: string) =>
  !/^(apps|packages)\//.test(path) || path === 'apps/server/src/main.ts' || /\.test\.tsx?$|\/testing\//.test(path);

export const findEnvironmentReads = (files: SourceFile[]): string[] =>
  files
    .filter(({ path, text }) => !mayReadEnvironment(path) && /\bprocess\.env\b/.test(text))
    .map(({ path }) => `${path}: reads process.env`);
