/** Flags with which a thread or process of ours reads TypeScript as this one does: from what was stripped before. */
export const TYPESCRIPT_FLAGS = ['--import', new URL('../../typescript/register.mjs', import.meta.url).href];
