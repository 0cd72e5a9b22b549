/** Reads the files in `deploy` for the tests that compare them with the server. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { BACKUP_VARIABLES } from '../../apps/server/src/config/backup-settings.ts';
import { SERVER_VARIABLES } from '../../apps/server/src/config/config.ts';
import { root } from './source-files.ts';

/** Variables that Node reads. */
const NODE_VARIABLES = ['NODE_ENV', 'NODE_EXTRA_CA_CERTS'];
const KNOWN_VARIABLES = new Set([...SERVER_VARIABLES, ...BACKUP_VARIABLES, ...NODE_VARIABLES]);
const SECRET_VARIABLE = /(PASSWORD|SECRET|TOKEN|KEY|KEY_ID)$|^SMTP_URL$/;
/** The user and password of an address. */
const CREDENTIALS = /:\/\/[^/@]*:([^/@]+)@/;

export const readDeployFile = (name: string): string => readFileSync(path.join(root, 'deploy', name), 'utf8');

export type Environment = Record<string, string>;

export interface ComposeService {
  image: string;
  build?: unknown;
  /** A variable that is null is passed from `.env`, if it is set there. */
  environment?: Record<string, string | null>;
  healthcheck?: { test?: string[]; disable?: boolean };
  ports?: string[];
  profiles?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  volumes?: string[];
  networks: string[] | Record<string, { ipv4_address?: string }>;
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
}

export const readCompose = (name: string): ComposeFile => parse(readDeployFile(name), { merge: true }) as ComposeFile;

/** True for a service that runs the image of Vitrine. */
export const isVitrine = ({ image }: { image?: string }): boolean => /^vitrine(:|$)/.test(image ?? '');

/** A Kubernetes resource with the fields that the tests read. */
export interface Resource {
  file: string;
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Environment;
  stringData?: Environment;
  // biome-ignore lint: the shape depends on the kind, and the schema is checked separately.
  // oxlint-disable-next-line typescript/no-explicit-any
  spec: any;
}

/** Reads all Kubernetes resources, except the kustomization and the rules of prometheus-adapter. */
export function readManifests(): Resource[] {
  const files = readdirSync(path.join(root, 'deploy/kubernetes')).filter((name) => name.endsWith('.yaml'));
  return files
    .filter((file) => !['kustomization.yaml', 'prometheus-adapter.yaml'].includes(file))
    .flatMap((file) =>
      parseAllDocuments(readDeployFile(`kubernetes/${file}`)).map((document) => ({ file, ...(document.toJS() as Omit<Resource, 'file'>) })),
    );
}

/** Lists the variables that neither the server nor Node reads. */
export const listUnknownVariables = (names: Iterable<string>): string[] => [...names].filter((name) => !KNOWN_VARIABLES.has(name));

/** Lists the variables whose secret is in the file instead of being a reference such as `${NAME:?…}`. */
export const listInlineSecrets = (environment: Record<string, string | null>): string[] =>
  Object.entries(environment)
    .filter(([name, value]) => {
      if (value === null) return false;
      const secret = SECRET_VARIABLE.test(name) ? value : CREDENTIALS.exec(value.replaceAll(/\$\{[^}]*\}/g, '$$'))?.[1];
      return secret !== undefined && !secret.startsWith('$');
    })
    .map(([name]) => name);

/** Names of the variables that a Compose file requires from `.env`. */
export const listRequiredVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name)),
];

/** Names in a file of `NAME=value` lines, including those that are commented out. */
export const listVariablesOfEnvFile = (text: string): string[] =>
  [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);

/** Addresses of `server` lines by upstream. */
export function readUpstreams(text: string): Map<string, string[]> {
  const blocks = [...text.matchAll(/^upstream (\w+) \{\n([\s\S]*?)^\}/gm)];
  return new Map(
    blocks.map(([, name = '', body = '']) => [name, [...body.matchAll(/^ *server (\S+)/gm)].map(([, address = '']) => address)]),
  );
}
