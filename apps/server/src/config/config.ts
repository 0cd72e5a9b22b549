import path from 'node:path';
import { z } from 'zod';
import { type Network, parseNetworks, parsePorts } from './networks.ts';
import { oidcEnvironment, toOidcSettings, validateOidcSettings } from './oidc-settings.ts';
import { s3Environment, toS3Settings, validateS3Settings } from './s3-settings.ts';

const roles = ['api', 'live', 'worker', 'ftp'] as const;
export type ServerRole = (typeof roles)[number];

const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value);
const optionalText = z.preprocess(emptyToUndefined, z.string().optional());
const optionalUrl = z.preprocess(emptyToUndefined, z.url().optional());

const originUrl = z.string().transform((text, context) => {
  const origin = /^https?:\/\/[^/?#@]+\/?$/.test(text) && URL.canParse(text) ? new URL(text).origin : undefined;
  if (origin === undefined)
    context.addIssue({ code: 'custom', message: 'Give an origin without a path, such as https://screen.example.com' });
  return origin ?? z.NEVER;
});

const portRange = z
  .string()
  .regex(/^\d+-\d+$/, 'Enter a port range, such as 50000-50099')
  .transform((text) => text.split('-').map(Number))
  .pipe(z.tuple([z.number().min(1), z.number().max(65535)]))
  .refine(([first, last]) => first <= last, 'The first port must not be greater than the last')
  .transform(([first, last]) => ({ first, last }));

const parsedBy = <T>(parse: (text: string) => T) =>
  z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch (cause) {
      context.addIssue({ code: 'custom', message: cause instanceof Error ? cause.message : String(cause) });
      return z.NEVER;
    }
  });

/** 32 bytes, in hexadecimal or base64. */
const serverKey = z
  .string()
  .trim()
  .regex(/^([0-9a-f]{64}|[\w+/-]{43}=?)$/i, 'Give 32 random bytes in base64, as “openssl rand -base64 32” prints them')
  .transform((text) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64'));

/** The current key, and during a rotation the one before. */
const serverKeyList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(serverKey).min(1).max(2));

const environment = z.object({
  PORT: z.preprocess(emptyToUndefined, z.coerce.number().int().min(0).max(65535).default(3000)),
  HOST: z.preprocess(emptyToUndefined, z.string().default('127.0.0.1')),
  PUBLIC_URL: optionalUrl,
  /** Origin on which only the screen is served, apart from the web app's. */
  SCREEN_URL: z.preprocess(emptyToUndefined, originUrl.optional()),
  DATA_DIR: z.preprocess(emptyToUndefined, z.string().default('./data')),
  DATABASE_URL: optionalUrl,
  /** Encrypts the keys in the database: the same in every process of one database. Without it, a file in DATA_DIR. */
  SERVER_KEY: z.preprocess(emptyToUndefined, serverKeyList.optional()),
  /** Connection that bypasses a pooler in DATABASE_URL, for listening, jobs and migrations. */
  DATABASE_DIRECT_URL: optionalUrl,
  REDIS_URL: optionalUrl,
  SMTP_URL: optionalUrl,
  ADMIN_EMAIL: z.preprocess(emptyToUndefined, z.email().default('admin@vitrine.local')),
  ADMIN_PASSWORD: z.preprocess(emptyToUndefined, z.string().min(8).optional()),
  /** 0 lets the system choose a port. The FTP server only runs in processes with its role. */
  FTP_PORT: z.preprocess(emptyToUndefined, z.coerce.number().int().min(0).max(65535).default(2121)),
  /** Range of data ports for firewalls: `50000-50099`. */
  FTP_PASSIVE_PORTS: z.preprocess(emptyToUndefined, portRange.optional()),
  /** `1` lets FTP clients sign in and transfer data without TLS. */
  FTP_ALLOW_PLAIN: z.preprocess(emptyToUndefined, z.enum(['0', '1']).default('0')),
  FFMPEG_PATH: optionalText,
  SOFFICE_PATH: optionalText,
  /** Seconds without use after which a process that opens users' files ends. */
  MEDIA_IDLE_SECONDS: z.preprocess(emptyToUndefined, z.coerce.number().int().min(1).max(86_400).default(20)),
  PATH: optionalText,
  LOG_LEVEL: z.preprocess(emptyToUndefined, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn')),
  /** Addresses of proxies whose X-Forwarded-For is believed, comma separated; none by default. */
  TRUST_PROXY: optionalText,
  /** Steady rate of calls that one account may send; six seconds of it may come at once. */
  ACCOUNT_REQUESTS_PER_SECOND: z.preprocess(emptyToUndefined, z.coerce.number().int().min(1).max(1_000_000).default(50)),
  /** Screens without an owner that one client address may register and connect; other limits of live links are multiples of it. */
  SCREENS_PER_ADDRESS: z.preprocess(emptyToUndefined, z.coerce.number().int().min(10).max(100_000).default(1000)),
  /** Private networks from which data sources may be fetched, in CIDR notation and comma separated; none by default. */
  SOURCES_ALLOW: z.preprocess(emptyToUndefined, parsedBy(parseNetworks).default([])),
  /** Ports from which data sources may be fetched in addition to 80 and 443, comma separated; none by default. */
  SOURCES_PORTS: z.preprocess(emptyToUndefined, parsedBy(parsePorts).default([])),
  SECOND_FACTOR: z.preprocess(emptyToUndefined, z.enum(['console', 'optional']).default('console')),
  /** Minutes without activity after which a session of staff ends; 0 for no limit. */
  STAFF_IDLE_MINUTES: z.preprocess(emptyToUndefined, z.coerce.number().int().min(0).max(1440).default(30)),
  /** `consent`: staff need a user's permission before they view the account. */
  STAFF_ACCESS: z.preprocess(emptyToUndefined, z.enum(['open', 'consent']).default('open')),
  /** Lets a Prometheus on another machine read `/metrics`, as a bearer token; without it only this machine may. */
  METRICS_TOKEN: z.preprocess(emptyToUndefined, z.string().min(16, 'Must have at least 16 characters').optional()),
  /** All three take real cards, by Stripe; without them the built-in test bank takes test cards. */
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_PUBLISHABLE_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  /** Address of a server that replaces Stripe in tests. */
  STRIPE_API_URL: optionalUrl,
  ...s3Environment,
  ...oidcEnvironment,
  ROLES: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .default('api,live,worker,ftp')
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(z.enum(roles)).min(1)),
  ),
});

/** Names of all variables that the server reads. */
export const SERVER_VARIABLES: readonly string[] = Object.keys(environment.shape);

const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

const publicUrlOf = ({ PUBLIC_URL, PORT }: { PUBLIC_URL?: string | undefined; PORT: number }): string =>
  (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/$/, '');

/** With only some of the keys, payments would seem to work until the first event. */
const completeEnvironment = environment.superRefine((values, context) => {
  if (values.DATABASE_DIRECT_URL !== undefined && values.DATABASE_URL === undefined)
    context.addIssue({
      code: 'custom',
      path: ['DATABASE_URL'],
      message: 'Set DATABASE_URL to the pooler’s address. DATABASE_DIRECT_URL bypasses the pooler',
    });
  if (values.SCREEN_URL !== undefined && new URL(values.SCREEN_URL).host === new URL(publicUrlOf(values)).host)
    context.addIssue({ code: 'custom', path: ['SCREEN_URL'], message: 'Give another host name or port than that of PUBLIC_URL' });
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  validateS3Settings(values, refuse);
  validateOidcSettings(values, refuse);
  const missing = STRIPE_KEYS.filter((key) => values[key] === undefined);
  if (missing.length === STRIPE_KEYS.length) return;
  for (const key of missing)
    context.addIssue({
      code: 'custom',
      path: [key],
      message: `Set all of ${STRIPE_KEYS.join(', ')}, or none of them to use the test bank`,
    });
});

export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  /** Origin of the screen alone; undefined where it shares the web app's. */
  screenUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Given where `databaseUrl` leads to a pooler. */
  databaseDirectUrl: string | undefined;
  serverKey: Buffer | undefined;
  /** The key before it, during a rotation. */
  formerServerKeys: readonly Buffer[];
  smtpUrl: string | undefined;
  redisUrl: string | undefined;
  adminEmail: string;
  adminPassword: string | undefined;
  ftpPort: number;
  ftpPassivePorts: { first: number; last: number } | undefined;
  ftpAllowPlain: boolean;
  ffmpegPath: string | undefined;
  /** The `soffice` of LibreOffice, if it is not on the search path. */
  sofficePath: string | undefined;
  /** Time without use after which a process that opens users' files ends. */
  mediaIdleMs: number;
  /** Folders in which programs of the machine are searched for. */
  searchPath: string;
  logLevel: string;
  trustProxy: string | false;
  screensPerAddress: number;
  metricsToken: string | undefined;
  accountRequestsPerSecond: number;
  /** Private networks from which data sources may be fetched. */
  sourcesAllow: readonly Network[];
  /** Further ports of data sources. */
  sourcesPorts: readonly number[];
  /** `console`: staff need a second factor to use the console. */
  secondFactor: 'console' | 'optional';
  /** 0 for no limit. */
  staffIdleMs: number;
  staffAccess: 'open' | 'consent';
  roles: ReadonlySet<ServerRole>;
  /** Null for a folder of this machine. */
  s3: ReturnType<typeof toS3Settings>;
  /** The company's OpenID Connect provider; null where people sign in without one. */
  oidc: ReturnType<typeof toOidcSettings>;
  /** Null for the test bank. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiUrl: string | undefined } | null;
}

/** Reads the environment once; every fault is in the one error it throws. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = completeEnvironment.safeParse(env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Invalid configuration:\n${faults.join('\n')}`);
  }
  const values = parsed.data;
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: publicUrlOf(values),
    screenUrl: values.SCREEN_URL,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    serverKey: values.SERVER_KEY?.[0],
    formerServerKeys: values.SERVER_KEY?.slice(1) ?? [],
    smtpUrl: values.SMTP_URL,
    redisUrl: values.REDIS_URL,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    ftpPort: values.FTP_PORT,
    ftpPassivePorts: values.FTP_PASSIVE_PORTS,
    ftpAllowPlain: values.FTP_ALLOW_PLAIN === '1',
    ffmpegPath: values.FFMPEG_PATH,
    sofficePath: values.SOFFICE_PATH,
    mediaIdleMs: values.MEDIA_IDLE_SECONDS * 1000,
    searchPath: values.PATH ?? '',
    logLevel: values.LOG_LEVEL,
    trustProxy: values.TRUST_PROXY ?? false,
    screensPerAddress: values.SCREENS_PER_ADDRESS,
    metricsToken: values.METRICS_TOKEN,
    accountRequestsPerSecond: values.ACCOUNT_REQUESTS_PER_SECOND,
    sourcesAllow: values.SOURCES_ALLOW,
    sourcesPorts: values.SOURCES_PORTS,
    secondFactor: values.SECOND_FACTOR,
    staffIdleMs: values.STAFF_IDLE_MINUTES * 60_000,
    staffAccess: values.STAFF_ACCESS,
    roles: new Set(values.ROLES),
    s3: toS3Settings(values),
    oidc: toOidcSettings(values),
    stripe: toStripeSettings(values),
  };
}

function toStripeSettings(values: z.output<typeof environment>): Config['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  return secretKey && publishableKey && webhookSecret ? { secretKey, publishableKey, webhookSecret, apiUrl: values.STRIPE_API_URL } : null;
}
