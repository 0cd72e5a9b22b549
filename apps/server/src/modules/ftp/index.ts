import type { FtpDeps } from './ftp.deps.ts';
import { createFtpSignIn } from './ftp.sign-in.ts';

/** A person's albums, for the FTP server. */
export function createFtpModule(deps: FtpDeps) {
  return { signIn: createFtpSignIn(deps) };
}
