import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/checks/source-files.ts';

/** As much of a route as is needed to write its address. */
interface Route {
  options: { path?: string };
  children?: readonly Route[] | Record<string, Route>;
}

/** The address of every page of the web app, from its own tree of routes: a page that is added is among them. */
export async function readRoutePaths(): Promise<string[]> {
  // Not by a literal: its types are those of a browser's program, with files of JSX.
  const file = pathToFileURL(path.join(root, 'apps/web/src/routes/route-tree.ts')).href;
  const { routeTree } = await inBrowserOfSorts(() => import(file) as Promise<{ routeTree: Route }>);
  return pathsBelow(routeTree, '');
}

/** Provides the browser objects that the web app reads when it is loaded. */
async function inBrowserOfSorts<T>(work: () => Promise<T>): Promise<T> {
  const localStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  const window = { addEventListener: () => undefined, location: { href: 'http://localhost/' } };
  const before = ['localStorage', 'window'].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries({ localStorage, window }))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  try {
    return await work();
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}

/** Routes with others below them are layouts. */
function pathsBelow({ options, children = [] }: Route, above: string): string[] {
  const here = `${above}/${options.path ?? ''}`.replace(/\/+/g, '/');
  const below = Object.values(children);
  if (below.length > 0) return below.flatMap((child) => pathsBelow(child, here));
  return [here.length > 1 ? here.replace(/\/$/, '') : here];
}
