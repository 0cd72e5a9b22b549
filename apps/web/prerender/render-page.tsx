/** Built for Node by prerender-pages.ts: a public page as its HTML, as a stranger sees it first, and which pages there are. The tree is main.tsx's. */

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { parseSearchText, stringifySearchText } from '../src/lib/search-params.ts';
import { routeTree } from '../src/routes/route-tree.ts';

export async function renderPage(path: string): Promise<string> {
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch: parseSearchText,
    stringifySearch: stringifySearchText,
  });
  await router.load();
  // Without this, cache timers would delay the end of the build for minutes.
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  const page = new PassThrough();
  const faults: unknown[] = [];
  const { pipe } = renderToPipeableStream(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
    {
      // In one piece: parts that follow would be put in place by inline scripts, which our policy forbids.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => pipe(page),
      onShellError: () => page.end(),
      onError: (fault) => void faults.push(fault),
    },
  );
  const html = await text(page);
  // React would leave a hole for the browser to fill; a page with a hole is not worth writing.
  if (faults.length > 0) throw new Error(`${path} cannot be drawn without a browser.`, { cause: faults[0] });
  return html;
}

/** Returns the addresses of all pages, with `$name` for a variable part. The catch-all route is left out. */
export function pageAddresses(): string[] {
  const { routesByPath } = createRouter({ routeTree });
  return Object.keys(routesByPath).filter((address) => !address.endsWith('/$'));
}
