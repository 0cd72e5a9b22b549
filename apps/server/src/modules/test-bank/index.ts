export { testBankModule } from './module.ts';
