import { fileURLToPath } from 'node:url';

/** Suffix of names whose address changes after the first lookup. No name server has names under `.test`. */
export const CHANGING_DOMAIN = '.changing.test';

/** Environment that makes an attacked server resolve these names. */
export const CHANGING_NAMES_ENV = { NODE_OPTIONS: `--import=${fileURLToPath(new URL('./changing-names.ts', import.meta.url))}` };
