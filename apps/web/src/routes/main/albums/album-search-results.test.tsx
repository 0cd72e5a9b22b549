import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { Media } from '@vitrine/contract/media';
import { renderToString } from 'react-dom/server';
import { afterAll, expect, it, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('window', new EventTarget());
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const ACCOUNT = { userId: 'u1', isOwn: true };
const TEXT = 'lake';
const LAKE = { _id: 'm1', albumId: 'a1', name: 'Lake at dusk', caption: '', kind: 'video', videoThumbnail: null } as Media;
const noAnswer = () => Promise.reject(new Error('The server is being restarted.'));

/** The results, and what they ask for: imported once there is a browser's storage, which the session is read from. */
async function load() {
  const { AlbumSearchResults } = await import('./album-search-results.tsx');
  const { albumSearchOptions } = await import('../../../features/albums/api/albums.ts');
  const { mediaSearchOptions } = await import('../../../features/media/api/media.ts');
  const results = () => (
    <AlbumSearchResults tab="mine" account={ACCOUNT} text={TEXT} onClear={() => {}} view="Grid" isShared={false} onAction={() => {}} />
  );
  return { results, albums: albumSearchOptions('mine', ACCOUNT, TEXT), media: mediaSearchOptions(ACCOUNT, TEXT) };
}

/** What stands on the page by what the client knows. Nothing is asked for while it is drawn. */
async function drawn(component: () => React.ReactNode, client: QueryClient): Promise<string> {
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  await router.load();
  return renderToString(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

it('keeps what was found when asking again fails', async () => {
  const { results, albums, media } = await load();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await client.fetchQuery({ ...albums, queryFn: () => [] });
  await client.fetchQuery({ ...media, queryFn: () => [LAKE] });
  expect(await drawn(results, client)).toContain('Lake at dusk');
  await client.prefetchQuery({ ...albums, queryFn: noAnswer });
  await client.prefetchQuery({ ...media, queryFn: noAnswer });
  expect(client.getQueryState(media.queryKey)?.status).toBe('error');
  const after = await drawn(results, client);
  expect(after).toContain('Lake at dusk');
  expect(after).not.toContain('This could not be loaded');
});
