import { VERSION_LIMITS } from '@vitrine/contract';

/** Folders and files between slashes: letters, digits, `-`, `_`, and dots that are not first. */
const PATH_PATTERN = /^[\w-]+(\.[\w-]+)*(\/[\w-]+(\.[\w-]+)*)*$/;
/** Paths that the screen's service worker reserves. */
const RESERVED_PATTERN = /^(files|versions|shell-state)(\/|$)/;

export const isVersionPath = (path: string): boolean =>
  path.length <= VERSION_LIMITS.pathMax && PATH_PATTERN.test(path) && !RESERVED_PATTERN.test(path);

/** Returns true for hidden files and for what Finder adds to each zip. They are left out with their content. */
export const isSystemFile = (path: string): boolean => /(^|\/)(\.[^./][^/]*|__MACOSX|Thumbs\.db)(\/|$)/.test(path);

/** Returns false for the service worker, which screens have already, and for source maps. */
export const isUsedByScreens = (path: string): boolean => path !== 'service-worker.js' && !path.endsWith('.map');

/** A folder that holds everything, as zips of a folder have it; '' when the page is not in one. */
export function findCommonFolder(paths: readonly string[]): string {
  if (paths.includes('index.html')) return '';
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : '';
}
