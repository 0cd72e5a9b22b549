import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserHistory, createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { queryClient } from '../lib/query-client.ts';
import { endSession } from '../lib/session.ts';
import { routerOptions } from '../router.tsx';
import { toast } from '../ui/toast-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import type { FakeApi } from './fake-api.ts';

let installed: FakeApi | undefined;
let history: RouterHistory | undefined;

const { queries, mutations } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 }, mutations });

/** Closes the page and resets all state after each test. Fails the test when the fake API has recorded a fault. */
export function closeApp(): void {
  cleanup();
  history?.destroy();
  history = undefined;
  queryClient.clear();
  endSession({ isByChoice: true });
  closeToasts();
  vi.unstubAllGlobals();
  const faults = installed?.faults ?? [];
  installed = undefined;
  expect(faults, 'faults of the fake API').toEqual([]);
}

function closeToasts(): void {
  for (let id = toast.loading(''); id > 0; id--) toast.close(id);
}

/** Renders the complete web app at a URL with a fake API. Returns a simulated user and the router. */
export async function renderApp(address: string, api: FakeApi) {
  installed = api;
  api.install();
  window.history.pushState(null, '', address);
  history = createBrowserHistory();
  const router = createRouter({ ...routerOptions, history });
  const app = (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
      <Toaster />
    </QueryClientProvider>
  );
  await router.load();
  const page = render(app);
  return { user: userEvent.setup({ delay: null }), router, ...page };
}
