/** The pages of the admin area, one chunk. An address without one is an unknown one. */
export { NotFoundPage } from '../public/shell/not-found.tsx';
export { AuditPage } from './audit/audit.tsx';
export { FaqsPage } from './faq/faqs.tsx';
export { MessagesPage } from './messages/messages.tsx';
export { OrderDetailsPage } from './orders/order-details.tsx';
export { OrdersPage } from './orders/orders.tsx';
export { OrderStatusPage } from './orders/statuses.tsx';
export { OverviewPage } from './overview/overview.tsx';
export { PaymentsPage } from './payments/payments.tsx';
export { PeoplePage } from './people/people.tsx';
export { PlanChangePage } from './plans/plan-change.tsx';
export { PlansPage } from './plans/plans.tsx';
export { PosterPricePage } from './posters/combinations.tsx';
export { PosterPropertyPage } from './posters/values.tsx';
export { ProductsPage } from './products/products.tsx';
export { SystemPage } from './system/system.tsx';
export { VideoQueuePage } from './video-queue/video-queue.tsx';
