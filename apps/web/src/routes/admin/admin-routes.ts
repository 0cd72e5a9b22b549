import { createRoute, lazyRouteComponent, notFound, redirect, retainSearchParams, type SearchSchemaInput } from '@tanstack/react-router';
import { getSession, isAdministrator } from '../../lib/session.ts';
import { mainSearch } from '../main/main-search.ts';
import { rootRoute } from '../root-route.ts';
import { adminSearch } from './admin-search.ts';
import type { AuditSearch } from './audit/audit-search.ts';
import type { DevicesSearch } from './devices/devices-search.ts';
import type { FaqSearch } from './faq/faq-search.ts';
import type { MessagesSearch } from './messages/messages-search.ts';
import type { OrderSearch, OrdersSearch } from './orders/orders-search.ts';
import type { PaymentsSearch } from './payments/payments-search.ts';
import type { PeopleSearch } from './people/people-search.ts';
import type { PlansSearch } from './plans/plans-search.ts';
import type { RegisterSearch } from './register/register-search.ts';
import type { SystemSearch } from './system/system-search.ts';
import type { VersionsSearch } from './versions/versions-search.ts';
import type { VideoQueueSearch } from './video-queue/video-queue-search.ts';

/** To everybody but administrators these addresses do not exist. */
const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: mainSearch,
  search: { middlewares: [retainSearchParams(['userId', 'open'])] },
  beforeLoad: ({ location }) => {
    const session = getSession();
    if (!session) throw redirect({ to: '/login', search: { next: location.href } });
    if (!isAdministrator(session)) throw notFound();
  },
  component: lazyRouteComponent(() => import('../main/shell/main-layout.tsx'), 'MainLayout'),
});
/** All pages of the area come from one lazy file, so nobody but administrators loads any of it. */
const adminPages = () => import('./admin-pages.ts');
/** Said once: every page of the product begins with all of these. */
const page = <Path extends string, Search extends object = object>(
  path: Path,
  name: keyof Awaited<ReturnType<typeof adminPages>>,
  validateSearch: (raw: Search & SearchSchemaInput) => Search = adminSearch<Search>,
) => createRoute({ getParentRoute: () => adminRoute, path, validateSearch, component: lazyRouteComponent(adminPages, name) });
const devicesRoute = page<'/devices', DevicesSearch>('/devices', 'DevicesPage');
const registerRoute = page<'/deviceRegister', RegisterSearch>('/deviceRegister', 'RegisterPage');
const versionsRoute = page<'/deviceVersion', VersionsSearch>('/deviceVersion', 'VersionsPage');
const messagesRoute = page('/messages', 'MessagesPage', adminSearch<MessagesSearch>);
const faqRoute = page('/faq', 'FaqsPage', adminSearch<FaqSearch>);
const videoQueueRoute = page('/videoQueue', 'VideoQueuePage', adminSearch<VideoQueueSearch>);
const productsRoute = page('/productList', 'ProductsPage');
const posterPriceRoute = page('/poster/combination', 'PosterPricePage');
const posterPropertyRoute = page('/poster', 'PosterPropertyPage');
const orderStatusRoute = page('/orderstatus', 'OrderStatusPage');
const ordersRoute = page('/orderItems', 'OrdersPage', adminSearch<OrdersSearch>);
const orderDetailsRoute = page('/orderItems/orderDetails', 'OrderDetailsPage', adminSearch<OrderSearch>);
const orderItemDetailsRoute = page('/orderItems/orderItemDetails', 'OrderDetailsPage', adminSearch<OrderSearch>);
const plansRoute = page('/subscription', 'PlansPage', adminSearch<PlansSearch>);
const planChangeRoute = page('/subscriptionPlanChange', 'PlanChangePage', adminSearch<PlansSearch>);
const paymentsRoute = page('/payment', 'PaymentsPage', adminSearch<PaymentsSearch>);
const peopleRoute = page('/AllUsers', 'PeoplePage', adminSearch<PeopleSearch>);
const overviewRoute = page('/overview', 'OverviewPage');
const auditRoute = page('/audit', 'AuditPage', adminSearch<AuditSearch>);
const systemRoute = page('/system', 'SystemPage', adminSearch<SystemSearch>);
const unknownRoute = page('$', 'NotFoundPage');

export const adminRoutes = adminRoute.addChildren([
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
