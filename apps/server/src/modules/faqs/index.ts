export { faqsModule } from './module.ts';
