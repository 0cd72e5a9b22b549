import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/react';

// The first test that opens a page waits until its modules are loaded.
configure({ asyncUtilTimeout: 15_000 });
