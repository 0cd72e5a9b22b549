import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/react';

// The first test that opens a page must wait for the page's modules to load.
configure({ asyncUtilTimeout: 15_000 });
