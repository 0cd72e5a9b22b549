export type { BrowserSignIn } from './browser-sign-in.ts';
export { signInModule } from './module.ts';
export type { OpenedSession, Visitor } from './sessions.service.ts';
export { viewings } from './sign-in.events.ts';
export { createSignInLimits } from './sign-in-limits.service.ts';
