/**
 * Declaration of a module. Wiring, the boundary checks, the access matrix and the generated documents all read these declarations, so a new module is one
 * folder and one line in wiring.ts.
 */
import type { StaffAccessMode } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { StripeSettings } from '../platform/cards/stripe-settings.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { DB } from '../platform/database/schema.gen.ts';
import type { Emit, Reaction } from '../platform/events.ts';
import type { Live, Nudge } from '../platform/live/live.ts';
import type { MediaTools } from '../platform/media-tools/media-tools.ts';
import type { OidcSettings } from '../platform/oidc/oidc-settings.ts';
import type { Ports, Provision } from '../platform/ports.ts';
import type { DueWork } from '../platform/queue/due-work.ts';
import type { JobHandler } from '../platform/queue/job-type.ts';
import type { PeriodicTask } from '../platform/queue/periodic-tasks.ts';
import type { Queue } from '../platform/queue/queue.ts';
import type { EncryptedColumns } from '../platform/security/reseal-columns.ts';
import type { ServerKeys } from '../platform/security/server-keys.ts';
import type { SecurityLog } from '../platform/security-log.ts';
import type { Network } from '../platform/sources/allowed-addresses.ts';
import type { ObjectStore } from '../platform/storage/object-store.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { AccessCases } from './access/access-case.ts';
import type { ConsoleActions, Policies, Policy } from './access/policies.ts';

/** Dependencies of every module. */
export interface Platform extends Ports {
  db: Database;
  serverKeys: ServerKeys;
  queue: Queue;
  live: Live;
  emit: Emit;
  clock: Clock;
  log: Logger;
  securityLog: SecurityLog;
  storage: Storage;
  /** Object store of the files; null when they are in a folder. */
  objects: ObjectStore | null;
  tools: MediaTools;
  publicUrl: string;
  /** Origins at which other machines of the network reach this process; none where it listens to its own machine alone. */
  networkOrigins: readonly string[];
  ftpPort: number;
  /** Screens without an owner that one client address may register. */
  screensPerAddress: number;
  dataDir: string;
  /** Whether staff need a second factor to use the console, a week after they got their role. */
  secondFactor: 'console' | 'optional';
  /** Time without activity after which a session of staff ends; 0 for no limit. */
  staffIdleMs: number;
  /** Whether staff need a user's permission before they view the account. */
  staffAccess: StaffAccessMode;
  /** Whether mail leaves this machine; without an SMTP server each is kept as a file. */
  hasMailServer: boolean;
  processId: string;
  /** All of them, as they declare themselves. */
  modules: readonly Module[];
  /** To the sockets of this process only. */
  deliverLocally: (nudge: Nudge) => void;
  /** Whether a person is connected to this process whom that could reach. */
  hasLocalSubscribers: () => boolean;
  /** Whether other processes may be at work on the same database. */
  mayRunOtherProcesses: () => boolean;
  /** The company's OpenID Connect provider; null where people sign in without one. */
  oidc: OidcSettings | null;
  /** Stripe's settings; null for the test bank. */
  stripe: StripeSettings | null;
  /** Origin of screens, if it is separate. */
  screenUrl: string | undefined;
  /** Private networks from which data sources may be fetched. */
  sourcesAllow: readonly Network[];
  /** Ports from which data sources may be fetched in addition to 80 and 443. */
  sourcesPorts: readonly number[];
  /** Sends text to an address of this product, as a machine outside would, and answers the status. Throws when nothing answers. */
  postToOwnServer: (path: string, body: string, headers: Record<string, string>) => Promise<number>;
}

type Table = Exclude<keyof DB, `graphile_worker.${string}`>;

interface NamedDeclaration {
  readonly name: string;
}

export interface FileReference {
  table: Table;
  column: string;
  /** Subquery that returns the accounts (`user_id`) that may read a file because of such a row. Undefined for every signed-in account. */
  readers?: RawBuilder<unknown>;
  /** Subquery for those that may also see the place of capture; none when missing. */
  locationReaders?: RawBuilder<unknown>;
}

interface Declaration {
  name: string;
  tables: {
    /** Written by this module alone. */
    owned: readonly Table[];
    /** Tables of modules to the left that it reads. */
    read: readonly Table[];
  };
  /** Events that it emits to modules to the right. */
  events?: readonly NamedDeclaration[];
  /** Ports that modules to the right implement. */
  ports?: readonly NamedDeclaration[];
  /** Who may do what to its objects. */
  policies?: Policies | ((all: readonly Module[]) => Policies);
  /** Actions on other accounts that staff may do in the console without viewing the account, with the capability each one needs. */
  consoleActions?: ConsoleActions;
  /** Policies of what album links open. */
  linkPolicies?: Policies;
  /** Tables of the objects that its actions name by their first word, for the audit trail: `{ album: 'albums' }`. */
  auditedTables?: Readonly<Record<string, Table>>;
  /** Its columns that are encrypted with a server key, which are encrypted again when an operator rotates the keys. */
  encryptedColumns?: readonly (EncryptedColumns & { table: Table })[];
  /** Its columns that hold originals: a file is in use, and may be read, because of them. */
  fileReferences?: readonly FileReference[];
  /** A query for files that stand in orders, with the buyer as their owner: staff who fulfil orders see a small picture of them. */
  orderedFiles?: Policy;
  /** Its rows of the access matrix. Loaded by tests alone. */
  accessCases?: () => Promise<{ cases: AccessCases }>;
}

/** Parts of a started module. */
export interface ModuleParts<Api> {
  /** API for modules to the right. */
  api: Api;
  /** Routes registered under /api in a separate scope. */
  routes?: (app: FastifyInstance) => Promise<void>;
  jobs?: readonly JobHandler[];
  /** Periodic tasks of workers. */
  workerTasks?: readonly PeriodicTask[];
  /** Work of workers that starts when rows become due. */
  dueWork?: readonly DueWork[];
  /** Periodic tasks of every process, regardless of its role. They are short and safe to run concurrently. */
  everyProcessTasks?: readonly PeriodicTask[];
  reactions?: readonly Reaction[];
  portProviders?: readonly Provision[];
}

export interface Module<Api = unknown> extends Declaration {
  uses: Readonly<Record<string, Module>>;
  create(platform: Platform, getApi: (module: Module) => unknown): Promise<ModuleParts<Api>>;
}

export type ModuleApi<M> = M extends Module<infer Api> ? Api : never;
type ModuleApis<Uses> = { [Name in keyof Uses]: ModuleApi<Uses[Name]> };

/** `uses` names the modules to its left whose apis `create` is given. */
export function defineModule<Api, Uses extends Record<string, Module> = Record<string, never>>(
  declaration: Declaration & {
    uses?: Uses;
    create?: (platform: Platform, apis: ModuleApis<Uses>) => ModuleParts<Api> | Promise<ModuleParts<Api>>;
  },
): Module<Api> {
  const { uses = {} as Uses, create, ...declared } = declaration;
  return {
    ...declared,
    uses,
    async create(platform, getApi) {
      const apis = Object.fromEntries(Object.entries(uses).map(([name, module]) => [name, getApi(module)])) as ModuleApis<Uses>;
      return create ? create(platform, apis) : { api: undefined as Api };
    },
  };
}
