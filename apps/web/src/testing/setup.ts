/**
 * Runs before each file of component tests. Imports are loaded once per process, in this order: Testing Library and the app need the document when they
 * are loaded.
 */
import './dom.ts';
import './testing-library.ts';
import { afterEach } from 'vitest';

const { closeApp } = await import('./render-app.tsx');
afterEach(closeApp);
