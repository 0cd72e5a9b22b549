import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { widgetSearch } from '../areas/widgets/search-params.ts';
import { mainRoute } from './parent-routes.ts';

const widgetRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/widget',
  validateSearch: widgetSearch,
  component: lazyRouteComponent(() => import('../areas/widgets/pages/widget.tsx'), 'WidgetPage'),
});

export const widgetRoutes = [widgetRoute] as const;
