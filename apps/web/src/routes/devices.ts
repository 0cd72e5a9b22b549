import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { deviceSearch, devicesSearch } from '../areas/devices/search-params.ts';
import { mainRoute } from './parent-routes.ts';

const devicePages = () => import('../areas/devices/pages/index.ts');
const devicesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/device',
  validateSearch: devicesSearch,
  component: lazyRouteComponent(devicePages, 'DevicesPage'),
});
const deviceRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/device/devicedetailpage',
  validateSearch: deviceSearch,
  component: lazyRouteComponent(devicePages, 'DeviceDetailPage'),
});

export const deviceRoutes = [devicesRoute, deviceRoute] as const;
