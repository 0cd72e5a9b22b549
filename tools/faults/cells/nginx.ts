import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { until } from '../../../e2e/until.ts';
import { root } from '../../../scripts/checks/source-files.ts';

interface NginxOptions {
  /** Folder for the proxy's files only. */
  folder: string;
  port: number;
  /** Port of the inner server for PUT and DELETE. */
  changesPort: number;
  /** Ports of the processes that receive the requests. */
  processes: number[];
  /** Host and port of the object store. */
  store: string;
}

const readDeployFile = (name: string) => readFile(path.join(root, 'deploy/nginx', name), 'utf8');

/** Replaces a part of the configuration. Throws when the part is missing, because the result would differ from the configuration that we ship. */
function adapt(text: string, from: string | RegExp, to: string | ((match: string, group: string) => string)): string {
  const adapted = text.replace(from, to as string);
  if (adapted === text) throw new Error(`The configuration of nginx has no ${from}`);
  return adapted;
}

async function createUpstreams({ processes }: NginxOptions): Promise<string> {
  const pair = /^ {2}server 127\.0\.0\.1:3001(.*)\n {2}server 127\.0\.0\.1:3002\1\n/gm;
  const listServers = (_pair: string, settings: string) => processes.map((port) => `  server 127.0.0.1:${port}${settings}\n`).join('');
  return adapt(await readDeployFile('vitrine-upstreams.conf'), pair, listServers);
}

/** Returns the site that we ship, without TLS and with these ports. */
async function createSite({ folder, port, changesPort, store }: NginxOptions): Promise<string> {
  let site = await readDeployFile('vitrine.conf');
  site = adapt(site, /server \{\n {2}listen 80;[\s\S]*?\n\}\n/, '');
  site = adapt(site, 'listen 443 ssl http2 backlog', `listen 127.0.0.1:${port} backlog`);
  site = adapt(site, / {2}ssl_.*\n/g, '');
  site = adapt(site, /127\.0\.0\.1:3099/g, `127.0.0.1:${changesPort}`);
  site = adapt(site, '# include /etc/nginx/vitrine-object-store.conf;', `include ${path.join(folder, 'store.conf')};`);
  await writeFile(path.join(folder, 'store.conf'), adapt(await readDeployFile('vitrine-object-store.conf'), /127\.0\.0\.1:9000/g, store));
  return site;
}

/** Returns the nginx.conf that we ship, with this folder for its files. */
async function createMain({ folder }: NginxOptions, site: string): Promise<string> {
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ');
  // Otherwise the workers run as a user that cannot enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  let main = await readDeployFile('nginx.conf');
  main = adapt(main, 'user www-data;\n', `${user}daemon off;\n`);
  main = adapt(main, 'pid /run/', `pid ${folder}/`);
  main = adapt(main, /error_log .*;/, `error_log ${folder}/error.log warn;`);
  main = adapt(main, /include \/etc\/nginx\/modules-enabled.*\n/, '');
  main = adapt(main, /access_log .*;/, `access_log off;\n  ${temp}`);
  return adapt(main, 'include /etc/nginx/conf.d/*.conf;', () => site);
}

/** Starts nginx. Returns a function that stops it. */
export async function startNginx(options: NginxOptions): Promise<() => Promise<void>> {
  const { folder, port } = options;
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'nginx.conf');
  const site = `${await createUpstreams(options)}\n${await createSite(options)}`;
  await writeFile(file, await createMain(options, site));
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errorOutput = '';
  child.stderr.on('data', (bytes: Buffer) => (errorOutput += bytes.toString()));
  child.on('error', (error) => (errorOutput += error.message));
  await until('nginx responds', async () => {
    if (hasEnded(child)) throw new Error(`nginx did not start: ${errorOutput}`);
    return fetch(`http://127.0.0.1:${port}/metrics`).then(
      ({ status }) => status === 404,
      () => false,
    );
  });
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.kill('SIGTERM')) await ended;
  };
}

const hasEnded = (child: ChildProcess) => child.pid === undefined || child.exitCode !== null;
