import { consoleRoutes } from './console.ts';
import { mainRoutes } from './main-route.ts';
import { rootRoute } from './root-route.ts';
import { publicRoutes, sharedRoute } from './site.ts';

export const routeTree = rootRoute.addChildren([publicRoutes, sharedRoute, mainRoutes, consoleRoutes]);
