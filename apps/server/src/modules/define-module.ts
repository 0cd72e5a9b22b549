/**
 * What a module says of itself. Wiring, the boundary checks, the access matrix and the generated documents all read
 * these declarations, so a new module is one folder and one line in wiring.ts.
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
import type { Ports, Provision } from '../platform/ports.ts';
import type { JobHandler } from '../platform/queue/job-type.ts';
import type { PeriodicTask } from '../platform/queue/periodic-tasks.ts';
import type { Queue } from '../platform/queue/queue.ts';
import type { ServerKeys } from '../platform/server-keys/server-keys.ts';
import type { ObjectStore } from '../platform/storage/object-store.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { AccessCases } from './access/access-case.ts';
import type { ConsoleActions, Policies, Policy } from './access/policies.ts';

/** What every module is given. */
export interface Platform extends Ports {
  db: Database;
  serverKeys: ServerKeys;
  queue: Queue;
  live: Live;
  emit: Emit;
  clock: Clock;
  log: Logger;
  storage: Storage;
  /** Where the storage is one; null where files lie in a folder. */
  objects: ObjectStore | null;
  tools: MediaTools;
  publicUrl: string;
  /** Origins at which other machines of the network reach this process; none where it listens to its own machine alone. */
  networkOrigins: readonly string[];
  ftpPort: number;
  /** Screens without an owner that one client address may register. */
  screensPerAddress: number;
  dataDir: string;
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
  /** Whose cards are taken; null for the test bank. */
  stripe: StripeSettings | null;
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
  /** A subquery for who reads a file by such a row: `user_id`. Undefined for everybody who is signed in. */
  readers?: RawBuilder<unknown>;
  /** The same for who of them may know where it was taken; nobody where it is missing. */
  locationReaders?: RawBuilder<unknown>;
}

interface Declaration {
  name: string;
  tables: {
    /** Written by this module alone. */
    owned: readonly Table[];
    /** Of modules to its left. */
    read: readonly Table[];
  };
  /** What it tells those to its right. */
  events?: readonly NamedDeclaration[];
  /** What it asks of those to its right. */
  ports?: readonly NamedDeclaration[];
  /** Who may do what to its objects. */
  policies?: Policies | ((all: readonly Module[]) => Policies);
  /** Actions on other accounts that staff may do in the console without viewing the account, with the capability each one needs. */
  consoleActions?: ConsoleActions;
  /** What links to albums open of its objects. */
  linkPolicies?: Policies;
  /** Where the things are that its actions name by their first word, so that the audit trail can say what changed: `{ album: 'albums' }`. */
  auditedTables?: Readonly<Record<string, Table>>;
  /** Its columns that hold originals: a file is in use, and may be read, because of them. */
  fileReferences?: readonly FileReference[];
  /** A query for files that stand in orders, with the buyer as their owner: staff who fulfil orders see a small picture of them. */
  orderedFiles?: Policy;
  /** Its rows of the access matrix. Loaded by tests alone. */
  accessCases?: () => Promise<{ cases: AccessCases }>;
}

/** What a module consists of once it is made. */
export interface ModuleParts<Api> {
  /** What modules to its right may call. */
  api: Api;
  /** Registered under /api, in a scope of its own. */
  routes?: (app: FastifyInstance) => Promise<void>;
  jobs?: readonly JobHandler[];
  /** What workers do now and then. */
  workerTasks?: readonly PeriodicTask[];
  /** What every process does now and then, whatever its role: short, and safe beside others doing the same. */
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
