import { API_TOKEN_PREFIX } from '@vitrine/contract';
import type { Config } from './config/config.ts';
import { accountsModule } from './modules/accounts/index.ts';
import { apiTokensModule } from './modules/api-tokens/index.ts';
import type { Module, Platform } from './modules/define-module.ts';
import { devicesModule } from './modules/devices/index.ts';
import { emergencyModule } from './modules/emergency/index.ts';
import { faqsModule } from './modules/faqs/index.ts';
import { filesModule } from './modules/files/index.ts';
import { ftpModule } from './modules/ftp/index.ts';
import { publishingModule } from './modules/publishing/index.ts';
import { serverMoveModule } from './modules/server-move/index.ts';
import { signInModule } from './modules/sign-in/index.ts';
import { startModules } from './modules/start-modules.ts';
import { createLive, type SendPayloads } from './platform/live/live.ts';
import { createMailHandler } from './platform/mail/mail-job.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { listNetworkOrigins } from './platform/network-addresses.ts';
import { createQueue } from './platform/queue/queue.ts';
import { openServerKeys, REFRESH_INTERVAL_MS } from './platform/security/server-keys.ts';
import { createSecurityLog } from './platform/security-log.ts';
import { MODULES } from './wiring.ts';

export type WiredModules = Awaited<ReturnType<typeof wireModules>>;
type ProcessServices = Pick<
  Platform,
  | 'db'
  | 'log'
  | 'clock'
  | 'storage'
  | 'objects'
  | 'tools'
  | 'processId'
  | 'deliverLocally'
  | 'hasLocalSubscribers'
  | 'mayRunOtherProcesses'
  | 'postToOwnServer'
>;

/** Makes the modules on what the process has opened for them. */
export async function wireModules({
  config,
  print,
  modules = MODULES,
  sendPayloads,
  ...outside
}: ProcessServices & {
  config: Config;
  print: (line: string) => void;
  modules?: readonly Module[];
  sendPayloads?: SendPayloads | undefined;
}) {
  const { dataDir, smtpUrl } = config;
  const mailer = createMailer({ smtpUrl, folder: `${dataDir}/mail`, from: 'no-reply@vitrine.local', printLine: print });
  const serverKeys = await openServerKeys(outside.db, { dataDir, given: config.serverKey, former: config.formerServerKeys });
  const started = await startModules(modules, {
    ...outside,
    serverKeys,
    securityLog: createSecurityLog(outside.log),
    ...pickSettings(config),
    networkOrigins: listNetworkOrigins(config),
    hasMailServer: smtpUrl !== undefined,
    queue: createQueue(),
    live: createLive(sendPayloads),
  });
  return {
    ...started,
    everyProcessTasks: [
      { name: 'serverKeys.refresh', everyMs: REFRESH_INTERVAL_MS, run: serverKeys.refresh },
      ...started.everyProcessTasks,
    ],
    jobs: [createMailHandler(mailer, { ...outside, platformOf: started.getApi(accountsModule).platformOf }), ...started.jobs],
    /** Functions that the server itself needs. */
    ...createPersonResolvers(started),
    resolveScreen: started.getApi(devicesModule).resolveScreen,
    screenSockets: started.getApi(devicesModule).screenSockets,
    completeSync: started.getApi(publishingModule).completeSync,
    serverMoveSockets: started.getApi(serverMoveModule).sockets,
    emergencySockets: started.getApi(emergencyModule).sockets,
    ftpSignIn: started.getApi(ftpModule).signIn,
    /** Keyed by the path of the prerendered page. */
    prerenderedParts: { faq: started.getApi(faqsModule).writtenParts },
    clearAccessCache: started.getApi(filesModule).renditions.clearAccessCache,
  };
}

/** Settings that modules read. */
const pickSettings = (config: Config) => ({
  publicUrl: config.publicUrl,
  screenUrl: config.screenUrl,
  ftpPort: config.ftpPort,
  screensPerAddress: config.screensPerAddress,
  dataDir: config.dataDir,
  secondFactor: config.secondFactor,
  staffIdleMs: config.staffIdleMs,
  staffAccess: config.staffAccess,
  stripe: config.stripe,
  oidc: config.oidc,
  sourcesAllow: config.sourcesAllow,
  sourcesPorts: config.sourcesPorts,
});

/** Resolvers of sessions and API tokens. */
function createPersonResolvers({ getApi }: Pick<Awaited<ReturnType<typeof startModules>>, 'getApi'>) {
  const { resolvePerson: resolveSession, resolveViewer, findSessionEnd } = getApi(signInModule);
  const { resolve: resolveToken } = getApi(apiTokensModule);
  return {
    resolvePerson: (token: string, idleMs?: number) =>
      token.startsWith(API_TOKEN_PREFIX) ? resolveToken(token) : resolveSession(token, idleMs),
    findSessionEnd,
    /** Live links are for pages: API tokens open none. */
    resolveSession,
    resolveViewer,
  };
}
