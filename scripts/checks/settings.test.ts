import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { BACKUP_VARIABLES, parseBackupLocation } from '../../apps/server/src/config/backup-settings.ts';
import { readConfig, SERVER_VARIABLES } from '../../apps/server/src/config/config.ts';
import { root } from './source-files.ts';

/** Variables that operators do not set: the system's search path, and the address of a fake Stripe in tests. */
const UNDOCUMENTED = ['PATH', 'STRIPE_API_URL'];

const readText = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();

const configuredNames = sorted([...SERVER_VARIABLES, ...BACKUP_VARIABLES].filter((name) => !UNDOCUMENTED.includes(name)));

/** Returns the variables in the first cell of each row of the settings table. */
function readDocumentedNames(): string[] {
  const section = /^## Settings$([\s\S]*?)^## /m.exec(readText('docs/configuration.md'))?.[1] ?? '';
  const cells = [...section.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name));
}

const examples = new Map(
  [...readText('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

/** Returns the variables that Vite inserts into the web app. */
const readWebAppNames = () =>
  sorted([...readText('apps/web/src/areas/site/downloads.ts').matchAll(/import\.meta\.env\.(VITE_\w+)/g)].map(([, name = '']) => name));

describe('settings', () => {
  it('are the same in the code, docs/configuration.md and .env.example', () => {
    expect(configuredNames.length).toBeGreaterThan(30);
    expect(sorted(readDocumentedNames())).toEqual(configuredNames);
    expect(sorted([...examples.keys()].filter((name) => !name.startsWith('VITE_')))).toEqual(configuredNames);
  });

  it('of the web app are in docs/configuration.md and in .env.example', () => {
    const names = readWebAppNames();
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !readText('docs/configuration.md').includes(`\`${name}\``))).toEqual([]);
    expect(sorted([...examples.keys()].filter((name) => name.startsWith('VITE_')))).toEqual(names);
  });

  it('have valid examples in .env.example', () => {
    const env = Object.fromEntries(examples);
    expect(() => readConfig(env)).not.toThrow();
    expect(parseBackupLocation('s3://backups/', env)).toMatchObject({ s3: { endpoint: 'https://backup.example.com' } });
  });
});
