import { fileURLToPath } from 'node:url';

/** End of the names whose address changes after the first lookup. `.test` exists in no name server. */
export const CHANGING_DOMAIN = '.changing.test';

/** Makes an attacked server resolve those names. */
export const CHANGING_NAMES_ENV = { NODE_OPTIONS: `--import=${fileURLToPath(new URL('./changing-names.ts', import.meta.url))}` };
