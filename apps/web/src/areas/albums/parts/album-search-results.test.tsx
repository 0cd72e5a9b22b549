import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { Media } from '@vitrine/contract/media';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { mediaSearchOptions } from '../../media/api/media.ts';
import { albumSearchOptions } from '../api/albums.ts';
import { AlbumSearchResults } from './album-search-results.tsx';

const ACCOUNT = { userId: 'u1', isOwn: true };
const TEXT = 'lake';
const LAKE = { _id: 'm1', albumId: 'a1', name: 'Lake at dusk', caption: '', kind: 'video', videoThumbnail: null } as Media;
const noAnswer = () => Promise.reject(new Error('The server is being restarted.'));

const Results = () => (
  <AlbumSearchResults tab="mine" account={ACCOUNT} text={TEXT} onClear={() => {}} view="Grid" isShared={false} onAction={() => {}} />
);

/** Renders the results from what the client knows, without a request. */
async function render(client: QueryClient): Promise<string> {
  const router = createRouter({ routeTree: createRootRoute({ component: Results }), history: createMemoryHistory() });
  await router.load();
  return renderToString(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

it('keeps the results when a later request fails', async () => {
  const albums = albumSearchOptions('mine', ACCOUNT, TEXT);
  const media = mediaSearchOptions(ACCOUNT, TEXT);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await client.fetchQuery({ ...albums, queryFn: () => [] });
  await client.fetchQuery({ ...media, queryFn: () => [LAKE] });
  expect(await render(client)).toContain('Lake at dusk');
  await client.prefetchQuery({ ...albums, queryFn: noAnswer });
  await client.prefetchQuery({ ...media, queryFn: noAnswer });
  expect(client.getQueryState(media.queryKey)?.status).toBe('error');
  const after = await render(client);
  expect(after).toContain('Lake at dusk');
  expect(after).not.toContain('Couldn’t load this');
});
