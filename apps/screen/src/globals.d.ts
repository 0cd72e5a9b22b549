/// <reference types="vite/client" />
/** Filled in by vite.config.ts. */
declare const __VERSION__: string;
/** Filled in by build/service-worker.ts. */
declare const __SHELL__: { version: string; files: Record<string, string> };
