/** The environment is read once, in apps/server/src/main.ts; scripts and tests are free. */
import type { SourceFile } from './source-files.ts';

const isFree = (path: string) =>
  !/^(apps|packages)\//.test(path) || path === 'apps/server/src/main.ts' || /\.test\.tsx?$|\/testing\//.test(path);

export const findEnvironmentReads = (files: SourceFile[]): string[] =>
  files.filter(({ path, text }) => !isFree(path) && /\bprocess\.env\b/.test(text)).map(({ path }) => `${path}: reads process.env`);
