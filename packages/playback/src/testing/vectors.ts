import type { PublishSchedule } from '@vitrine/contract/schedule-windows';
import stored from '../../vectors/decide.json' with { type: 'json' };
import windows from '../../vectors/windows.json' with { type: 'json' };
import zones from '../../vectors/zones.json' with { type: 'json' };
import type { PublishCandidate, Reason } from '../choose-publish.ts';
import type { LimitedItem } from '../validity.ts';

interface StoredPublish extends Partial<PublishSchedule> {
  publishId: string;
  main?: boolean;
  activatedAt?: string | null;
  updatedAt?: string;
  /** Number of items that are always shown, or the items. */
  items?: number | readonly LimitedItem[];
}

interface StoredVector {
  name: string;
  timeZone: string;
  now: string;
  publishes: StoredPublish[];
  expect: { publishId: string | null; reason: Reason; until?: string | null };
}

export interface Vector extends Omit<StoredVector, 'publishes'> {
  publishes: PublishCandidate[];
}

/** Creates a publish with default values. */
export function aPublish({ items = 1, ...publish }: StoredPublish): PublishCandidate {
  return {
    main: false,
    activatedAt: null,
    updatedAt: '2026-01-01T00:00:00.000Z',
    schedule: null,
    ...publish,
    items: typeof items === 'number' ? Array.from({ length: items }, () => ({})) : items,
  };
}

/** Returns the shared vectors, with the default values of their publishes. */
export function readVectors(): Vector[] {
  return ([stored, zones, windows].flat() as StoredVector[]).map((vector) => ({
    ...vector,
    publishes: vector.publishes.map(aPublish),
  }));
}
