export { ordersModule } from './module.ts';
export { subscriptionTruth } from './orders.ports.ts';
