import { createRouter, type ErrorComponentProps, lazyRouteComponent } from '@tanstack/react-router';
import { getErrorMessage } from './lib/app-error.ts';
import { parseSearchText, stringifySearchText } from './lib/search-params.ts';
import { routeTree } from './routes/route-tree.ts';
import { LoadFailure } from './ui/empty-state.tsx';

/** A page that broke, or whose part could not be loaded: never a blank page. */
function RouteFailure({ error }: ErrorComponentProps) {
  return <LoadFailure message={getErrorMessage(error)} onRetry={() => window.location.reload()} />;
}

export const routerOptions = {
  routeTree,
  parseSearch: parseSearchText,
  stringifySearch: stringifySearchText,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: lazyRouteComponent(() => import('./areas/accounts/parts/not-found.tsx'), 'NotFoundPage'),
  defaultErrorComponent: RouteFailure,
} as const;

export const router = createRouter(routerOptions);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** For /verification, who was just written to; for /login, who just confirmed their address. */
    name?: string;
    email?: string;
    /** It was a mail to set a new password. */
    type?: 'forget';
    /** True when opening a dialog or preview added this entry, so that closing it navigates back. */
    isOverlay?: boolean;
  }
}
