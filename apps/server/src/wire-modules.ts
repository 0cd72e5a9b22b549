import type { Config } from './config/config.ts';
import { accountsModule } from './modules/accounts/index.ts';
import type { Module, Platform } from './modules/define-module.ts';
import { devicesModule } from './modules/devices/index.ts';
import { faqsModule } from './modules/faqs/index.ts';
import { filesModule } from './modules/files/index.ts';
import { ftpModule } from './modules/ftp/index.ts';
import { publishingModule } from './modules/publishing/index.ts';
import { startModules } from './modules/start-modules.ts';
import { createLive, type HandOver } from './platform/live/live.ts';
import { createMailHandler } from './platform/mail/mail-job.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { networkAddresses } from './platform/network-addresses.ts';
import { createQueue } from './platform/queue/queue.ts';
import { openServerKeys } from './platform/server-keys/server-keys.ts';
import { MODULES } from './wiring.ts';

export type Wired = Awaited<ReturnType<typeof wireModules>>;
type Outside = Pick<
  Platform,
  'db' | 'log' | 'clock' | 'storage' | 'objects' | 'tools' | 'processId' | 'sendLocally' | 'isHeardLocally' | 'mayHaveOthers' | 'postToSelf'
>;

/** Makes the modules on what the process has opened for them. */
export async function wireModules({
  config,
  print,
  modules = MODULES,
  handOver,
  ...outside
}: Outside & { config: Config; print: (line: string) => void; modules?: readonly Module[]; handOver?: HandOver | undefined }) {
  const { publicUrl, ftpPort, dataDir, smtpUrl, stripe, screensPerAddress, staffAccess } = config;
  const mailer = createMailer({ smtpUrl, folder: `${dataDir}/mail`, from: 'no-reply@vitrine.local', print });
  const started = await startModules(modules, {
    ...outside,
    serverKeys: await openServerKeys(outside.db, { dataDir, given: config.serverKey }),
    publicUrl,
    networkOrigins: networkAddresses(config),
    ftpPort,
    screensPerAddress,
    dataDir,
    staffAccess,
    sendsMail: smtpUrl !== undefined,
    stripe,
    queue: createQueue(),
    live: createLive(handOver),
  });
  return {
    ...started,
    jobs: [createMailHandler(mailer, { ...outside, platformOf: started.face(accountsModule).platformOf }), ...started.jobs],
    /** What the server itself needs of them. */
    resolvePerson: started.face(accountsModule).resolvePerson,
    resolveViewer: started.face(accountsModule).resolveViewer,
    resolveScreen: started.face(devicesModule).resolveScreen,
    screenSockets: started.face(devicesModule).sockets,
    completeSync: started.face(publishingModule).completeSync,
    ftpSignIn: started.face(ftpModule).signIn,
    /** By the path of a page that the web app's build wrote. */
    pageParts: { faq: started.face(faqsModule).writtenParts },
    forgetGrants: started.face(filesModule).renditions.forgetGrants,
  };
}
