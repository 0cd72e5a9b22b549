/** Checks that text becomes code, HTML, a shell command or SQL only in the files that are listed here. Each of them was reviewed for text of users. */
import type { SourceFile } from './source-files.ts';

interface DangerousCall {
  description: string;
  pattern: RegExp;
  allowedIn: readonly string[];
}

const DANGEROUS_CALLS: readonly DangerousCall[] = [
  {
    description: 'runs text as code',
    pattern: /\beval\(|\bnew Function\(|'node:vm'/,
    // Makes V8's garbage collector callable.
    allowedIn: ['apps/server/src/platform/garbage-collection.ts'],
  },
  {
    description: 'inserts HTML',
    pattern: /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=(?!=)|\.srcdoc\s*=|\.insertAdjacentHTML\(|\bdocument\.write\(/,
    // Sanitized answers, and the constant document of the watchdog.
    allowedIn: [
      'apps/web/src/areas/site/pages/faq.tsx',
      'apps/web/src/areas/site/parts/faq-sections.tsx',
      'apps/screen/src/playback/watchdog.ts',
    ],
  },
  {
    description: 'starts a shell',
    pattern: /(?<![.\w])exec(?:Sync)?\(|\bshell: true|'(?:\/bin\/)?sh'/,
    // Constant scripts, which get programs and files as arguments.
    allowedIn: [
      'apps/server/src/platform/media-tools/limited-spawn.ts',
      'apps/server/src/platform/media-tools/sandbox.ts',
      'apps/server/src/platform/database/postgres-binaries.ts',
    ],
  },
  {
    description: 'puts text into SQL',
    pattern: /\bsql\.raw\(/,
    // Types and columns that are constants of the code, and migrations.
    allowedIn: [
      // Names of the columns of hours, and constant settings.
      'apps/server/src/modules/plays/plays.store.ts',
      'apps/server/src/modules/reports/play-rows.read-model.ts',
      'apps/server/src/modules/reports/play-sums.store.ts',
      'apps/server/src/modules/reports/report-queries.service.ts',
      'apps/server/src/modules/devices/device-list.read-model.ts',
      'apps/server/src/modules/media/binned-media.store.ts',
      'apps/server/src/platform/database/database.ts',
      'apps/server/src/platform/database/merge-ranges.ts',
      'apps/server/src/platform/database/migrate.ts',
    ],
  },
  {
    description: 'reads prevUrl, which can be the address of another site',
    pattern: /getItem\(['"]prevUrl['"]\)/,
    allowedIn: [],
  },
];

const isProduct = ({ path }: SourceFile) => /^(apps|packages)\//.test(path) && !/\.test\.tsx?$|\/testing\//.test(path);

/** Returns a sentence for each call outside of the listed files, and for each listed file that no longer makes such a call. */
export function findDangerousCalls(files: readonly SourceFile[], calls: readonly DangerousCall[] = DANGEROUS_CALLS): string[] {
  const product = files.filter(isProduct);
  return calls.flatMap(({ description, pattern, allowedIn }) => {
    const callers = product.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    return [
      ...callers.filter((path) => !allowedIn.includes(path)).map((path) => `${path}: ${description}`),
      ...allowedIn.filter((path) => !callers.includes(path)).map((path) => `${path}: no longer ${description}; remove it from the list`),
    ];
  });
}
