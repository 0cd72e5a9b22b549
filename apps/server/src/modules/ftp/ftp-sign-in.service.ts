import { AppError } from '../../platform/errors.ts';
import type { FileTree, FtpSignIn } from '../../platform/ftp/file-tree.ts';
import { FtpError } from '../../platform/ftp/replies.ts';
import { createAccountActor } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { createSignInLimits } from '../sign-in/index.ts';
import { type AlbumTreeDeps, createAlbumTree } from './file-tree.service.ts';
import type { FtpAccountsService } from './ftp-accounts.service.ts';

interface FtpSignInDeps extends AlbumTreeDeps, Pick<Platform, 'clock' | 'securityLog'> {
  accounts: Pick<FtpAccountsService, 'findByCredentials'>;
}

/** Maximum time for which a connection continues after its account was disabled, deleted or got another password. */
const REVALIDATE_INTERVAL_MS = 30_000;

/** Opens a person's tree with their FTP password; guessing is slowed as it is on the web. */
export function createFtpSignIn(deps: FtpSignInDeps): FtpSignIn {
  const limits = createSignInLimits({ ...deps, door: 'ftp' });
  return async (address, email, password) => {
    const resolve = async () => {
      const found = await deps.accounts.findByCredentials(email, password);
      if (!found) throw new AppError('INCORRECT_PASSWORD');
      return found;
    };
    const found = await limits.limitAttempts({ address, email }, resolve).catch((error) => {
      if (error instanceof AppError) deps.securityLog.recordRefusal('sign-in refused', { code: error.code, email, address, method: 'ftp' });
      return ignoreIncorrect(error);
    });
    if (!found) return undefined;
    deps.securityLog.recordSuccess('signed in', { account: found.userId, email, address, method: 'ftp' });
    const tree = createAlbumTree(deps, createAccountActor(found.userId));
    return {
      userId: found.userId,
      tree: withRevalidation(tree, deps, async () => (await deps.accounts.findByCredentials(email, password)) !== undefined),
    };
  };
}

function ignoreIncorrect(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'INCORRECT_PASSWORD')) throw error;
  return undefined;
}

/** Asks again, from time to time, whether the account is still there. */
function withRevalidation(tree: FileTree, { clock }: Pick<Platform, 'clock'>, isStillTrue: () => Promise<boolean>): FileTree {
  let askedAt = clock.now().getTime();
  const check = async () => {
    const now = clock.now().getTime();
    if (now - askedAt < REVALIDATE_INTERVAL_MS) return;
    if (!(await isStillTrue())) throw new FtpError(530, 'Your account can no longer sign in.');
    askedAt = now;
  };
  const withCheck =
    <Args extends unknown[], Result>(verb: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await check();
      return verb(...args);
    };
  return {
    find: withCheck(tree.find),
    list: withCheck(tree.list),
    read: withCheck(tree.read),
    beginUpload: withCheck(tree.beginUpload),
    makeFolder: withCheck(tree.makeFolder),
    removeFile: withCheck(tree.removeFile),
    removeFolder: withCheck(tree.removeFolder),
    rename: withCheck(tree.rename),
  };
}
