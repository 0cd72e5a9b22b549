import type { TreeEntry } from './file-tree.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const HALF_A_YEAR_MS = 183 * 24 * 3600_000;
const padTwo = (value: number) => String(value).padStart(2, '0');

/** RFC 3659, 2.3: UTC to the second. */
export const formatTimeVal = (at: Date): string => at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '');

/** One line of MLSD and MLST (RFC 3659, 7). */
export function formatFacts(entry: TreeEntry): string {
  const own = entry.kind === 'folder' ? 'type=dir;perm=cdeflmp' : `type=file;size=${entry.sizeBytes};perm=adfr`;
  return `${own};modify=${formatTimeVal(entry.modifiedAt)}; ${entry.name}`;
}

/** One line of LIST, as `ls -l` writes it: nothing standard, and what every client reads. */
export function formatLongLine(entry: TreeEntry, now: Date): string {
  const mode = entry.kind === 'folder' ? 'drwxr-xr-x' : '-rw-r--r--';
  const at = entry.modifiedAt;
  const isRecent = Math.abs(now.getTime() - at.getTime()) < HALF_A_YEAR_MS;
  const clock = isRecent ? `${padTwo(at.getUTCHours())}:${padTwo(at.getUTCMinutes())}` : ` ${at.getUTCFullYear()}`;
  const size = String(entry.sizeBytes).padStart(12);
  return `${mode} 1 vitrine vitrine ${size} ${months[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2)} ${clock} ${entry.name}`;
}
