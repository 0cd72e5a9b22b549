export { companySignInModule } from './module.ts';
