export { signInModule } from './module.ts';
export { viewings } from './sign-in.events.ts';
export { createSignInLimits } from './sign-in-limits.service.ts';
