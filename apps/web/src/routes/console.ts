import { createRoute, lazyRouteComponent, notFound, redirect, retainSearchParams, type SearchSchemaInput } from '@tanstack/react-router';
import type { AuditSearch } from '../areas/console/parts/audit-entry.tsx';
import type { SystemSearch } from '../areas/console/parts/jobs-panel.tsx';
import type { ConsoleDevicesSearch } from '../areas/devices/console/devices.tsx';
import type { RegisterSearch } from '../areas/devices/console/screen-registry.tsx';
import type { VersionsSearch } from '../areas/devices/console/versions.tsx';
import type { VideoQueueSearch } from '../areas/media/console/video-queue.tsx';
import type { PeopleSearch } from '../areas/people/console/people-filters.tsx';
import type { PlansSearch } from '../areas/plans/console/plans.tsx';
import type { OrderSearch, OrdersSearch } from '../areas/shop/console/order-filters.tsx';
import type { PaymentsSearch } from '../areas/shop/console/payments.tsx';
import type { FaqSearch } from '../areas/site/console/faqs.tsx';
import type { MessagesSearch } from '../areas/site/console/messages.tsx';
import { mainSearch } from '../lib/main-search.ts';
import { readText } from '../lib/search-params.ts';
import { getSession, isAdministrator } from '../lib/session.ts';
import { rootRoute } from './parent-routes.ts';

/** For everyone except administrators, these addresses do not exist. */
const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: mainSearch,
  search: { middlewares: [retainSearchParams(['userId', 'open'])] },
  beforeLoad: ({ location }) => {
    const session = getSession();
    if (!session) throw redirect({ to: '/login', search: { next: location.href } });
    if (!isAdministrator(session)) throw notFound();
  },
  component: lazyRouteComponent(() => import('../areas/shell/pages/main-layout.tsx'), 'MainLayout'),
});
/**
 * Keeps the filters of a console list that are text; each page names its own by a type and checks their values. One function serves all lists, because
 * the first script contains every route. `mainSearch` validates the other keys.
 */
function consoleSearch<Search extends object>(raw: Search & SearchSchemaInput): Search {
  const { userId: _userId, open: _open, dialog: _dialog, target: _target, ...own } = raw as Record<string, unknown>;
  return Object.fromEntries(Object.entries(own).filter(([, value]) => readText(value))) as Search;
}

/** All pages of the area are in one lazy file, so only administrators load them. */
const consolePages = () => import('./console-entry.ts');
/** Said once: every page of the product begins with all of these. */
const page = <Path extends string, Search extends object = object>(
  path: Path,
  name: keyof Awaited<ReturnType<typeof consolePages>>,
  validateSearch: (raw: Search & SearchSchemaInput) => Search = consoleSearch<Search>,
) => createRoute({ getParentRoute: () => consoleRoute, path, validateSearch, component: lazyRouteComponent(consolePages, name) });
const devicesRoute = page<'/devices', ConsoleDevicesSearch>('/devices', 'ConsoleDevicesPage');
const registerRoute = page<'/deviceRegister', RegisterSearch>('/deviceRegister', 'ScreenRegisterPage');
const versionsRoute = page<'/deviceVersion', VersionsSearch>('/deviceVersion', 'VersionsPage');
const messagesRoute = page('/messages', 'MessagesPage', consoleSearch<MessagesSearch>);
const faqRoute = page('/faq', 'FaqsPage', consoleSearch<FaqSearch>);
const videoQueueRoute = page('/videoQueue', 'VideoQueuePage', consoleSearch<VideoQueueSearch>);
const productsRoute = page('/productList', 'ProductsPage');
const posterPriceRoute = page('/poster/combination', 'PosterPricePage');
const posterPropertyRoute = page('/poster', 'PosterOptionsPage');
const orderStatusRoute = page('/orderstatus', 'OrderStatusPage');
const ordersRoute = page('/orderItems', 'ConsoleOrdersPage', consoleSearch<OrdersSearch>);
const orderDetailsRoute = page('/orderItems/orderDetails', 'OrderDetailsPage', consoleSearch<OrderSearch>);
const orderItemDetailsRoute = page('/orderItems/orderItemDetails', 'OrderDetailsPage', consoleSearch<OrderSearch>);
const plansRoute = page('/subscription', 'PlansPage', consoleSearch<PlansSearch>);
const planChangeRoute = page('/subscriptionPlanChange', 'PlanChangePage', consoleSearch<PlansSearch>);
const paymentsRoute = page('/payment', 'PaymentsPage', consoleSearch<PaymentsSearch>);
const peopleRoute = page('/AllUsers', 'PeoplePage', consoleSearch<PeopleSearch>);
const overviewRoute = page('/overview', 'OverviewPage');
const auditRoute = page('/audit', 'AuditPage', consoleSearch<AuditSearch>);
const systemRoute = page('/system', 'SystemPage', consoleSearch<SystemSearch>);
const unknownRoute = page('$', 'NotFoundPage');

export const consoleRoutes = consoleRoute.addChildren([
  peopleRoute,
  devicesRoute,
  registerRoute,
  versionsRoute,
  messagesRoute,
  faqRoute,
  videoQueueRoute,
  productsRoute,
  posterPriceRoute,
  posterPropertyRoute,
  orderStatusRoute,
  ordersRoute,
  orderDetailsRoute,
  orderItemDetailsRoute,
  plansRoute,
  planChangeRoute,
  paymentsRoute,
  overviewRoute,
  auditRoute,
  systemRoute,
  unknownRoute,
]);
