import { type DeviceVersion, platformTag, type VersionToLoad } from '@vitrine/contract';
import { formatCsvCell, formatCsvHeader, formatCsvLine } from '../../platform/csv.ts';
import type { VersionRow } from './versions.store.ts';

export const presentVersion = (row: VersionRow): DeviceVersion => ({
  _id: row.id,
  name: row.version,
  version: row.version,
  versionCode: row.version_code,
  url: row.url,
  platform: platformTag.parse(row.platform),
  releaseNote: row.release_note,
  isVisible: row.is_visible,
  type: row.is_base ? 1 : 0,
  hasFiles: row.shell !== null,
  shell: row.shell,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Returns the version that a screen loads; undefined when this server has no files of it, so that the screen only restarts. */
export const toVersionToLoad = ({ id, shell }: Pick<VersionRow, 'id' | 'shell'>): VersionToLoad | undefined =>
  shell === null ? undefined : { versionId: id, shell };

export const versionCsvHead = (): string =>
  formatCsvHeader(['Name', 'Version number', 'Platform', 'URL', 'Release notes', 'Visible', 'Base', 'Files', 'Added']);

const formatYesNo = (value: boolean) => (value ? 'Yes' : 'No');

export const versionCsvLine = (version: DeviceVersion): string =>
  formatCsvLine(
    [
      version.name,
      version.versionCode,
      version.platform,
      version.url,
      version.releaseNote ?? '',
      formatYesNo(version.isVisible),
      formatYesNo(version.type === 1),
      formatYesNo(version.hasFiles),
      version.createdAt,
    ].map(formatCsvCell),
  );
