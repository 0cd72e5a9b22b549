import '@testing-library/jest-dom/vitest';
import { configure, getConfig } from '@testing-library/react';
import * as React from 'react';

const { getElementError } = getConfig();
/** True while a query is repeated until it succeeds. */
const isRepeating = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

configure({
  // The first test that opens a page must wait for the page's modules to load.
  asyncUtilTimeout: 15_000,
  // Errors contain the document, which takes long to print. A repeated query shows only its last error.
  getElementError: (message, container) => (isRepeating() ? new Error(message ?? '') : getElementError(message, container)),
});

/**
 * React's development build records the stack of each new element for its warnings, up to this number, which takes a tenth of the tests' processor time. There
 * is no setting for it.
 */
const RECORDED_STACKS_MAX = 10_000;
const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => RECORDED_STACKS_MAX,
  set() {
    // React resets its count each second.
  },
});
