import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/checks/source-files.ts';

/** The properties of a route that determine its path. */
interface Route {
  options: { path?: string };
  children?: readonly Route[] | Record<string, Route>;
}

/** Lists the path of every page of the web app from its route tree, so that new pages are included automatically. */
export async function readRoutePaths(): Promise<string[]> {
  // A literal path would make the compiler check browser code with JSX as part of this program.
  const file = pathToFileURL(path.join(root, 'apps/web/src/routes/route-tree.ts')).href;
  const { routeTree } = await withBrowserGlobals(() => import(file) as Promise<{ routeTree: Route }>);
  return listPaths(routeTree, '');
}

/** Provides the browser objects that the web app reads when it is loaded. */
async function withBrowserGlobals<T>(work: () => Promise<T>): Promise<T> {
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

/** Lists the paths of the leaf routes. Routes with children are layouts. */
function listPaths({ options, children = [] }: Route, parentPath: string): string[] {
  const routePath = `${parentPath}/${options.path ?? ''}`.replace(/\/+/g, '/');
  const childRoutes = Object.values(children);
  if (childRoutes.length > 0) return childRoutes.flatMap((child) => listPaths(child, routePath));
  return [routePath.length > 1 ? routePath.replace(/\/$/, '') : routePath];
}
