import type { ManifestSource } from '@vitrine/contract';

/** A source of a playlist's widgets, as it is stored. */
export interface SourceOfPlaylist {
  /** Id that the settings of the widgets name. */
  named_id: string;
  source_id: string;
  sha256: string;
  changed_at: Date | string;
  failing_since: Date | string | null;
}

/**
 * Returns the sources of a manifest. When widgets of several accounts name the same source, the source itself comes before copies of it, and among copies the
 * first one is chosen, so that each server chooses the same.
 */
export function presentSources(rows: readonly SourceOfPlaylist[]): ManifestSource[] {
  const chosen = new Map<string, SourceOfPlaylist>();
  for (const row of rows) {
    const known = chosen.get(row.named_id);
    if (!known || isPreferred(row, known)) chosen.set(row.named_id, row);
  }
  return [...chosen.values()].sort((one, other) => (one.named_id < other.named_id ? -1 : 1)).map(presentManifestSource);
}

const isPreferred = (row: SourceOfPlaylist, known: SourceOfPlaylist): boolean =>
  known.source_id !== known.named_id && (row.source_id === row.named_id || row.source_id < known.source_id);

const presentManifestSource = (row: SourceOfPlaylist): ManifestSource => ({
  id: row.named_id,
  sha256: row.sha256,
  changedAt: new Date(row.changed_at).toISOString(),
  failingSince: row.failing_since === null ? null : new Date(row.failing_since).toISOString(),
});
