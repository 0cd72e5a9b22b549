import { consoleRoutes } from './admin/admin-routes.ts';
import { mainRoutes } from './main/main-routes.ts';
import { publicRoutes, sharedRoute } from './public/public-routes.ts';
import { rootRoute } from './root-route.ts';

export const routeTree = rootRoute.addChildren([publicRoutes, sharedRoute, mainRoutes, consoleRoutes]);
