/**
 * Runs before each file of component tests. The order of imports matters, because Testing Library and the app need the document when they
 * are loaded.
 */
import './dom.ts';
import './testing-library.ts';
import { afterEach } from 'vitest';

const { closeApp } = await import('./render-app.tsx');
afterEach(closeApp);
