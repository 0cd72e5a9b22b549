/**
 * Checks the allowed directions of imports (docs/architecture.md, "Directions"). Each rule returns why an import is not allowed, or undefined.
 * boundaries.test.ts contains a violation of each rule.
 */
import { type Import, listImports } from './imports.ts';
import type { SourceFile } from './source-files.ts';

/** `order`: the modules of the server from left to right, as wiring lists them. */
type Rule = (edge: Import, order: readonly string[]) => string | undefined;

const isInside = (folder: string, file: string) => file.startsWith(`${folder}/`);
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.includes('/testing/');

const appsDoNotImportApps: Rule = ({ from, to }) => {
  const app = /^apps\/([^/]+)\//.exec(from)?.[1];
  const other = /^apps\/([^/]+)\//.exec(to)?.[1] ?? /^@vitrine\/(server|web|screen)/.exec(to)?.[1];
  return app && other && other !== app ? 'an app imports another app' : undefined;
};

/** tools/ measures and attacks the product, so nothing else depends on it. */
const nothingImportsTools: Rule = ({ from, to }) => (!isInside('tools', from) && isInside('tools', to) ? 'imports a tool' : undefined);

/** Bundles of the product contain what their entry points import. */
const productImportsNoTests: Rule = ({ from, to }) =>
  /^(apps|packages)\/[^/]+\/src\//.test(from) && !isTest(from) && isTest(to) ? 'the product imports a test or test support' : undefined;

const contractImportsOnlyZod: Rule = ({ from, to }) =>
  isInside('packages/contract', from) && !isTest(from) && to !== 'zod' && !isInside('packages/contract', to)
    ? 'contract imports another package than zod'
    : undefined;

const playbackIsPure: Rule = ({ from, to, isTypeOnly }) => {
  if (!isInside('packages/playback/src', from) || isTest(from) || isInside('packages/playback', to)) return undefined;
  return to.startsWith('@vitrine/contract') && isTypeOnly ? undefined : 'playback imports other code than the types of contract';
};

const stageImportsOnlyPlayback: Rule = ({ from, to }) =>
  isInside('packages/stage/src', from) && !isTest(from) && !isInside('packages/stage', to) && !/^@vitrine\/(playback|contract)/.test(to)
    ? 'stage imports other code than playback and contract'
    : undefined;

const widgetsImportOnlyPlayback: Rule = ({ from, to, isTypeOnly }) => {
  if (!isInside('packages/widgets/src', from) || isTest(from) || isInside('packages/widgets', to)) return undefined;
  const isAllowed = to === 'uqr' || to === '@vitrine/playback' || (to.startsWith('@vitrine/contract') && isTypeOnly);
  return isAllowed ? undefined : 'widgets import other code than playback and the types of contract';
};

const screenDoesNotImportZod: Rule = ({ from, to, isTypeOnly }) =>
  isInside('apps/screen/src', from) &&
  !isTest(from) &&
  !isTypeOnly &&
  (to === 'zod' || /^@vitrine\/contract(\/[\w-]+\.endpoints)?$/.test(to))
    ? 'the screen imports zod, at 15 kB: import a part of contract without it, or only types'
    : undefined;

/**
 * Each opened file starts a process. From the sources, as in tests, zod and the schemas of contract double the processor time of its start. The server itself
 * runs the installed FFmpeg.
 */
const mediaToolsDoNotImportZod: Rule = ({ from, to, isTypeOnly }) =>
  /^apps\/server\/src\/platform\/(media-tools\/(?!ffmpeg-)|errors\.ts$)/.test(from) &&
  !isTest(from) &&
  !isTypeOnly &&
  /^(zod|@vitrine\/contract(?!\/(accepted-files|errors|limits)$).*)$/.test(to)
    ? 'the processes that open files import zod: import a part of contract without it, or only types'
    : undefined;

/** Bundles without zod import the addresses of endpoints. */
const addressesImportOnlyTypes: Rule = ({ from, to, isTypeOnly }) =>
  /^packages\/contract\/src\/([\w-]+\.addresses|endpoint)\.ts$/.test(from) && !isTypeOnly && !to.endsWith('/endpoint.ts')
    ? 'an address of an endpoint imports a value'
    : undefined;

const getModule = (file: string) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(file)?.[1];

const modulesImportOnlyIndexes: Rule = ({ from, to, isTypeOnly }) => {
  const target = getModule(to);
  if (!target || target === getModule(from) || isTest(from)) return undefined;
  if (!isInside('apps/server', from)) return undefined;
  // access/index.ts imports the module of access, which imports define-module.ts.
  if (from === 'apps/server/src/modules/define-module.ts' && target === 'access' && isTypeOnly) return undefined;
  return /\/modules\/[^/]+\/index\.ts$/.test(to) ? undefined : `imports an internal file of the module ${target}`;
};

/** A module imports only modules to its left. */
const modulesImportLeftwards: Rule = ({ from, to }, order) => {
  const [self, target] = [getModule(from), getModule(to)];
  if (!self || !target || self === target || isTest(from)) return undefined;
  if (!order.includes(target) || !order.includes(self)) return `a module that is not in the order: ${self} or ${target}`;
  return order.indexOf(target) < order.indexOf(self) ? undefined : `the module ${self} imports ${target}, which is to its right`;
};

/** Layers: config <- main; platform <- modules <- wiring <- app <- server <- main. */
const serverLayers: Rule = ({ from, to }) => {
  const layer = (file: string) => /^apps\/server\/src\/(platform|modules|plugins|config)\//.exec(file)?.[1];
  const source = layer(from);
  if (!source || isTest(from) || !isInside('apps/server/src', to)) return undefined;
  if (!layer(to)) return `${source} imports a layer above it`;
  if (source === 'platform' && layer(to) !== 'platform') return 'platform imports a layer above it';
  if (source === 'config' && layer(to) !== 'config') return 'config imports other code of the server';
  if (source === 'modules' && layer(to) === 'config') return 'a module imports the configuration';
  if (source === 'plugins' && getModule(to) && getModule(to) !== 'access') return 'a plugin imports a module other than access';
  return undefined;
};

/** Layers of the web app. Each imports itself and those before it. Files outside these folders, such as main.tsx, may import everything. */
const WEB_LAYERS = ['ui', 'lib', 'areas', 'routes'];

const webLayers: Rule = ({ from, to }) => {
  const layer = (file: string) => /^apps\/web\/src\/([^/]+)\//.exec(file)?.[1] ?? '';
  const [source, target] = [WEB_LAYERS.indexOf(layer(from)), WEB_LAYERS.indexOf(layer(to))];
  return source >= 0 && target > source && !isTest(from) ? `${layer(from)} imports ${layer(to)}` : undefined;
};

/** Areas of the web app from left to right (decision 73). */
const WEB_AREAS = [
  'accounts',
  'console',
  'site',
  'families',
  'staff-access',
  'profile',
  'notifications',
  'media',
  'uploads',
  'albums',
  'publishing',
  'playlists',
  'timeline',
  'devices',
  'sources',
  'widgets',
  'screen-alerts',
  'emergency',
  'reports',
  'payments',
  'plans',
  'people',
  'shop',
  'onboarding',
  'shell',
];

const areasImportLeftwards: Rule = ({ from, to }) => {
  const areaOf = (file: string) => /^apps\/web\/src\/areas\/([^/]+)\//.exec(file)?.[1];
  const [self, target] = [areaOf(from), areaOf(to)];
  if (!self || !target || self === target || isTest(from)) return undefined;
  if (!WEB_AREAS.includes(self) || !WEB_AREAS.includes(target)) return `an area that is not in the order: ${self} or ${target}`;
  return WEB_AREAS.indexOf(target) < WEB_AREAS.indexOf(self) ? undefined : `the area ${self} imports ${target}, which is to its right`;
};

const isConsoleCode = (file: string) => /^apps\/web\/src\/(areas\/([^/]+\/)?console\/|routes\/console[^/]*\.ts$)/.test(file);

/** Code of the console must not be in chunks of other pages. The header loads its search dialog on demand. */
const onlyConsoleImportsConsole: Rule = ({ from, to, isDynamic }) => {
  if (!isConsoleCode(to) || isConsoleCode(from) || isTest(from) || !isInside('apps/web/src', from)) return undefined;
  if (from === 'apps/web/src/routes/route-tree.ts' && to === 'apps/web/src/routes/console.ts') return undefined;
  if (isDynamic && isInside('apps/web/src/areas/shell', from) && isInside('apps/web/src/areas/console', to)) return undefined;
  return 'imports code of the console, which loads only with the console';
};

/** Route tables are part of the first script, and a tool loads them in Node. */
const routeTablesLoadPagesOnDemand: Rule = ({ from, to, isTypeOnly, isDynamic }) =>
  /^apps\/web\/src\/routes\/[^/]+\.ts$/.test(from) &&
  !from.endsWith('/console-entry.ts') &&
  /\.(tsx|css)$/.test(to) &&
  !isTypeOnly &&
  !isDynamic
    ? 'a route table imports a component statically'
    : undefined;

const rules = [
  appsDoNotImportApps,
  nothingImportsTools,
  productImportsNoTests,
  contractImportsOnlyZod,
  playbackIsPure,
  stageImportsOnlyPlayback,
  widgetsImportOnlyPlayback,
  screenDoesNotImportZod,
  mediaToolsDoNotImportZod,
  addressesImportOnlyTypes,
  modulesImportOnlyIndexes,
  modulesImportLeftwards,
  serverLayers,
  webLayers,
  areasImportLeftwards,
  onlyConsoleImportsConsole,
  routeTablesLoadPagesOnDemand,
];

export function findBoundaryViolations(files: SourceFile[], order: readonly string[]): string[] {
  return files.flatMap((file) =>
    listImports(file).flatMap((edge) =>
      rules.flatMap((rule) => rule(edge, order) ?? []).map((violation) => `${file.path}: ${violation} (${edge.to})`),
    ),
  );
}
