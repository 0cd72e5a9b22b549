export { passkeysModule } from './module.ts';
export type { AuthenticationResponse } from './passkeys.service.ts';
