import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LIVE_PATH } from '@vitrine/contract/live';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../apps/server/src/config/config.ts';
import {
  type ComposeService,
  isVitrine,
  listInlineSecrets,
  listRequiredVariables,
  listUnknownVariables,
  listVariablesOfEnvFile,
  type Resource,
  readCompose,
  readDeployFile,
  readManifests,
  readUpstreams,
} from './deployment-files.ts';
import { validateCompose, validateManifests } from './deployment-schemas.ts';
import { root } from './source-files.ts';

const COMPOSE_FILES = ['compose.yaml', 'compose.several.yaml'];
const PINNED_IMAGE = /^docker\.io\/[\w./-]+:v?\d+\.\d+\.?\d*(-\w+)?$/;
/** An image's default (deploy/Containerfile). */
const PORT = 3000;

/** Valid values for the variables of `.env`. */
const EXAMPLES: Record<string, string> = {
  PUBLIC_URL: 'https://wall.example.com',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  ADMIN_EMAIL: 'you@example.com',
  SERVER_KEY: 'A'.repeat(43),
  METRICS_TOKEN: 'a'.repeat(48),
};
const fillIn = (value: string) => value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_all, name: string) => EXAMPLES[name] ?? 'abc123');
const filledIn = (environment: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === null ? [] : [[name, fillIn(String(value))]])));

describe.each(COMPOSE_FILES)('%s', (file) => {
  const { services } = readCompose(file);
  const all = Object.entries(services);
  const vitrine = all.filter(([, service]) => isVitrine(service));
  const namesOf = (list: [string, ComposeService][]) => list.map(([name]) => name);

  it('is valid by the Compose specification', () => {
    expect(validateCompose(readDeployFile(file))).toEqual([]);
  });

  it('configures the server with valid settings', () => {
    expect(vitrine.length).toBeGreaterThan(0);
    for (const [, { environment = {} }] of vitrine) {
      expect(listUnknownVariables(Object.keys(environment))).toEqual([]);
      expect(() => readConfig(filledIn(environment))).not.toThrow();
    }
  });

  it('contains no secrets, and requires variables that env.example explains', () => {
    for (const [, { environment = {} }] of all) expect(listInlineSecrets(environment)).toEqual([]);
    const required = listRequiredVariables(readDeployFile(file));
    expect(required.filter((name) => !listVariablesOfEnvFile(readDeployFile('compose/env.example')).includes(name))).toEqual([]);
    expect(readDeployFile(file).match(/\$\{\w+(?!:\?|\w)/)).toBeNull();
  });

  it('builds the image of Vitrine and pins all others', () => {
    expect(vitrine.filter(([, { build }]) => build === undefined)).toEqual([]);
    expect(namesOf(all.filter(([, service]) => !isVitrine(service) && !PINNED_IMAGE.test(service.image)))).toEqual([]);
  });

  it('checks the health of every service that stays', () => {
    const staying = all.filter(([, { profiles }]) => profiles === undefined);
    expect(namesOf(staying.filter(([, { healthcheck }]) => healthcheck?.test === undefined))).toEqual([]);
    for (const [, { healthcheck }] of vitrine.filter(([, { profiles }]) => profiles === undefined))
      expect(healthcheck?.test?.join(' ')).toContain(`http://127.0.0.1:${PORT}/readyz`);
  });

  it('gives the server time to stop, and isolates decoders', () => {
    for (const [, { stop_grace_period, security_opt }] of vitrine) {
      expect(stop_grace_period).toBe('30s');
      expect(security_opt).toContain('seccomp=./seccomp.json');
    }
  });

  it('mounts files that exist', () => {
    const mounted = all.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    expect(mounted.filter((from) => from.startsWith('./') && !existsSync(path.join(root, 'deploy', from)))).toEqual([]);
  });
});

describe('compose.several.yaml', () => {
  const { services } = readCompose('compose.several.yaml');
  const addressOf = (name: string) => {
    const networks = services[name]?.networks;
    return networks && !Array.isArray(networks) ? networks['vitrine']?.ipv4_address : undefined;
  };

  it('lists every process with the role api in each upstream of nginx', () => {
    const processes = Object.entries(services).filter(([, { environment }]) => environment?.['ROLES']?.includes('api'));
    const addresses = processes.map(([name]) => `${name}:${PORT}`);
    expect(addresses.length).toBeGreaterThan(1);
    const upstreams = readUpstreams(readDeployFile('compose/vitrine-upstreams.conf'));
    expect(upstreams).toEqual(
      new Map([
        ['vitrine', [...addresses, ...addresses]],
        ['vitrine_sockets', addresses],
        ['vitrine_renditions', addresses],
      ]),
    );
    for (const [name] of processes) expect(addressOf(name)).toBeDefined();
  });

  it('trusts the address of nginx', () => {
    expect(addressOf('nginx')).toBeDefined();
    for (const service of Object.values(services).filter(isVitrine)) expect(service.environment?.['TRUST_PROXY']).toBe(addressOf('nginx'));
  });
});

describe('the Kubernetes manifests', () => {
  const resources = readManifests();
  const ofKind = (kind: string) => resources.filter((resource) => resource.kind === kind);
  const deployments = ofKind('Deployment');
  const containerOf = ({ spec }: Resource) => spec.template.spec.containers[0];
  const metricsAdapter = readDeployFile('kubernetes/prometheus-adapter.yaml');

  it('are listed in the kustomization', () => {
    const { resources: listed } = parse(readDeployFile('kubernetes/kustomization.yaml')) as { resources: string[] };
    const files = [...new Set(resources.map(({ file }) => file))].filter((file) => file !== 'secret.example.yaml');
    expect(listed.toSorted()).toEqual(files.toSorted());
  });

  it('are valid by the types of the Kubernetes API', () => {
    const manifests = resources.map(({ file: _file, ...manifest }) => manifest);
    expect(validateManifests(manifests)).toEqual([]);
    const [wrong] = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(validateManifests([{ ...wrong, spec: { ...wrong?.spec, maxUnavailabel: 1 } } as Resource]).join()).toContain('maxUnavailabel');
  });

  it('configure the server with valid settings', () => {
    const config = ofKind('ConfigMap')[0]?.data ?? {};
    const secret = ofKind('Secret').find(({ metadata }) => metadata.name === 'vitrine')?.stringData ?? {};
    expect(listUnknownVariables(Object.keys({ ...config, ...secret }))).toEqual([]);
    expect(listInlineSecrets(config)).toEqual([]);
    for (const deployment of deployments) {
      const { env } = containerOf(deployment);
      const own = Object.fromEntries(env.map(({ name, value }: { name: string; value: string }) => [name, value]));
      expect(listUnknownVariables(Object.keys(own))).toEqual([]);
      expect(() => readConfig({ ...config, ...secret, ...EXAMPLES, ...own })).not.toThrow();
    }
  });

  it('probe the addresses of the server, and wait until it stops', () => {
    for (const deployment of deployments) {
      const { startupProbe, readinessProbe, livenessProbe, ports, lifecycle } = containerOf(deployment);
      expect([startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.path)).toEqual(['/healthz', '/readyz', '/healthz']);
      expect(ports).toContainEqual({ name: 'http', containerPort: PORT });
      const pause = Number(lifecycle?.preStop.exec.command[1] ?? 0);
      expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(pause + 30);
    }
  });

  it('run the server with few rights', () => {
    for (const deployment of deployments) {
      const { securityContext, initContainers = [], containers } = deployment.spec.template.spec;
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } });
      for (const container of [...initContainers, ...containers])
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      expect(readFileSync(path.join(root, 'deploy/Containerfile'), 'utf8')).toContain('useradd --uid 10001');
    }
  });

  it('store data below a volume, whose own folder the server may not change', () => {
    for (const deployment of deployments) {
      const { env, volumeMounts } = containerOf(deployment);
      const dataDir = env.find(({ name }: { name: string }) => name === 'DATA_DIR').value;
      expect(volumeMounts.some(({ mountPath }: { mountPath: string }) => dataDir.startsWith(`${mountPath}/`))).toBe(true);
    }
  });

  it('select pods that exist', () => {
    const labels = deployments.map(({ spec }) => spec.template.metadata.labels);
    const selectors = [
      ...deployments.map(({ spec }) => spec.selector.matchLabels),
      ...ofKind('Service').map(({ spec }) => spec.selector),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ];
    for (const selector of selectors)
      expect(labels.filter((one) => Object.entries(selector).every(([key, value]) => one[key] === value))).toHaveLength(1);
  });

  it('scale by metrics that the server has', () => {
    const names = ofKind('HorizontalPodAutoscaler').flatMap(({ spec }) =>
      spec.metrics.map((metric: Record<string, { metric?: { name: string } }>) => (metric['pods'] ?? metric['external'])?.metric?.name),
    );
    expect(names.filter(Boolean).length).toBe(2);
    for (const name of names.filter(Boolean)) expect(metricsAdapter).toContain(`as: ${name}`);
    const series = [...metricsAdapter.matchAll(/seriesQuery: (\w+)/g)].map(([, name = '']) => name);
    const documented = readFileSync(path.join(root, 'docs/guides/monitoring.md'), 'utf8');
    for (const name of series) expect(documented).toContain(`| \`${name}\` |`);
  });

  it('forward every FTP port that the server may use', () => {
    const range = ofKind('ConfigMap')[0]?.data?.['FTP_PASSIVE_PORTS']?.split('-').map(Number) ?? [];
    const [first = 0, last = 0] = range;
    const expected = [2121, ...Array.from({ length: last - first + 1 }, (_, index) => first + index)];
    const service = ofKind('Service').find(({ metadata }) => metadata.name === 'vitrine-ftp');
    expect(service?.spec.ports.map(({ port }: { port: number }) => port)).toEqual(expected);
    const ftp = deployments.find(({ metadata }) => metadata.name === 'vitrine-ftp');
    expect(ftp && containerOf(ftp).ports.map(({ containerPort }: { containerPort: number }) => containerPort)).toEqual([PORT, ...expected]);
  });
});

describe('the configuration of nginx', () => {
  it('allows 5,000 screens, each with two connections', () => {
    const text = readDeployFile('nginx/nginx.conf');
    const valueOf = (name: string) => Number(new RegExp(`^\\s*${name} (\\d+);`, 'm').exec(text)?.[1]);
    expect(valueOf('worker_connections')).toBeGreaterThan(10_000);
    expect(valueOf('worker_rlimit_nofile')).toBeGreaterThan(valueOf('worker_connections'));
  });

  it('sends sockets to their own upstream', () => {
    expect(readDeployFile('nginx/vitrine.conf')).toMatch(
      new RegExp(`location \\^~ ${LIVE_PATH}/ \\{\\s+proxy_pass http://vitrine_sockets;`),
    );
  });

  it('lists the same processes four times', () => {
    const upstreams = readUpstreams(readDeployFile('nginx/vitrine-upstreams.conf'));
    const processes = upstreams.get('vitrine_renditions') ?? [];
    expect(processes.length).toBeGreaterThan(1);
    expect(upstreams.get('vitrine')).toEqual([...processes, ...processes]);
    expect(upstreams.get('vitrine_sockets')).toEqual(processes);
  });
});

describe('the systemd units', () => {
  it('use settings that the server knows', () => {
    expect(listUnknownVariables(listVariablesOfEnvFile(readDeployFile('systemd/vitrine.env')))).toEqual([]);
    for (const unit of ['vitrine', 'vitrine-api@', 'vitrine-worker', 'vitrine-ftp', 'vitrine-backup']) {
      const lines = [...readDeployFile(`systemd/${unit}.service`).matchAll(/^Environment=(.*)$/gm)].map(([, line = '']) => line);
      expect(listUnknownVariables(lines.flatMap((line) => line.split(' ').map((part) => part.split('=')[0] ?? '')))).toEqual([]);
    }
  });
});
