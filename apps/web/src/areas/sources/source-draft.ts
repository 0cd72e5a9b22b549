import {
  createSourceBody,
  needsAddress,
  SOURCE_INTERVALS,
  SOURCE_LIMITS,
  type Source,
  type SourceDetails,
  type SourceKindName,
  type SourceSettings,
} from '@vitrine/contract/sources';
import type { z } from 'zod';
import { getBrowserTimeZone } from '../devices/time-zones.ts';
import { KIND_LABELS } from './source-labels.ts';

/** Body of a request that creates a source, without the account. */
export type SourceInput = Omit<z.output<typeof createSourceBody>, 'userId'>;

/** Values of the fields of a source's form. */
export interface SourceDraft {
  kind: SourceKindName;
  /** Empty for the name that the draft suggests. */
  name: string;
  address: string;
  intervalMinutes: number;
  timeZone: string;
  /** Format of a table. Typed tables can't be edited here. */
  format: 'csv' | 'json' | 'typed';
  hasHead: boolean;
  /** JSON pointer to the list of rows. */
  rows: string;
  columns: { name: string; pointer: string }[];
  place: string;
  /** Coordinates as they were typed. */
  latitude: string;
  longitude: string;
}

export function createDraft(kind: SourceKindName): SourceDraft {
  return {
    kind,
    name: '',
    address: '',
    intervalMinutes: SOURCE_INTERVALS[kind].default,
    timeZone: getBrowserTimeZone(),
    format: 'csv',
    hasHead: true,
    rows: '',
    columns: [{ name: '', pointer: '' }],
    place: '',
    latitude: '',
    longitude: '',
  };
}

/** Returns the draft of a source that is edited. */
export function toDraft({ kind, name, settings, intervalMinutes }: Source, address: string | null): SourceDraft {
  const draft = { ...createDraft(kind), name, intervalMinutes, address: address ?? '' };
  switch (settings.kind) {
    case 'feed':
      return draft;
    case 'calendar':
      return { ...draft, timeZone: settings.timeZone };
    case 'weather': {
      const { place, latitude, longitude, timeZone } = settings;
      return { ...draft, place, latitude: String(latitude), longitude: String(longitude), timeZone };
    }
    case 'table':
      if (settings.format === 'json') return { ...draft, format: 'json', rows: settings.rows, columns: settings.columns };
      return settings.format === 'csv' ? { ...draft, format: 'csv', hasHead: settings.hasHead } : { ...draft, format: 'typed' };
  }
}

/** Returns the hint of a stored source's address that may stay empty. Undefined when an address is required, or not needed. */
export function getOptionalAddressHint({ source, address }: Pick<SourceDetails, 'source' | 'address'>): string | undefined {
  if (address !== null || !needsAddress(source.settings)) return undefined;
  return source.hasAddress
    ? 'Only the owner sees the address. Enter one to replace it.'
    : 'This data was copied from another account and isn’t updated. Enter an address to keep it up to date.';
}

/** Returns what the draft sends. `typed` are the settings of a typed table, which stay as they are. */
export function toSourceInput(draft: SourceDraft, typed?: SourceSettings): SourceInput {
  const settings = typed ?? toSettings(draft);
  return {
    name: draft.name.trim() || suggestName(draft),
    settings,
    address: needsAddress(settings) && draft.address.trim() !== '' ? completeAddress(draft.address) : undefined,
    intervalMinutes: draft.intervalMinutes,
  };
}

function toSettings(draft: SourceDraft): SourceSettings {
  switch (draft.kind) {
    case 'feed':
      return { kind: 'feed' };
    case 'calendar':
      return { kind: 'calendar', timeZone: draft.timeZone };
    case 'weather':
      return {
        kind: 'weather',
        provider: 'metNorway',
        place: draft.place.trim(),
        latitude: parseCoordinate(draft.latitude),
        longitude: parseCoordinate(draft.longitude),
        timeZone: draft.timeZone,
      };
    case 'table': {
      if (draft.format !== 'json') return { kind: 'table', format: 'csv', hasHead: draft.hasHead };
      const columns = draft.columns.map(({ name, pointer }) => ({ name: name.trim(), pointer: pointer.trim() }));
      return { kind: 'table', format: 'json', rows: draft.rows.trim(), columns };
    }
  }
}

/** Addresses are often copied without their beginning. Calendars are offered as webcal:, which is https:. */
function completeAddress(address: string): string {
  const text = address.trim().replace(/^(webcals?|feed):(\/\/)?/i, 'https://');
  return /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+:\d/.test(text) ? text : `https://${text}`;
}

/** Reads a coordinate with a decimal point or comma. Returns NaN for other text. */
const parseCoordinate = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.').replace('−', '-'));

/** Two coordinates that were copied from a map together, such as '48.21, 16.37'. */
const COORDINATES = /^\s*([-−]?\d{1,2}(?:\.\d+)?)(?:\s*[,;]?\s+|;|,(?=[-−]?\d+\.))([-−]?\d{1,3}(?:\.\d+)?)\s*$/;

/** Returns both coordinates when a text contains two of them, otherwise null. */
export function splitCoordinates(text: string): Pick<SourceDraft, 'latitude' | 'longitude'> | null {
  const [, latitude, longitude] = COORDINATES.exec(text) ?? [];
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}

/** Suggests the place, the host of the address, or the name of the kind. */
export function suggestName({ kind, address, place }: SourceDraft): string {
  const [, host] = address.trim() === '' ? [] : (/^https?:\/\/(?:www\.)?([^/?#:@]+)/i.exec(completeAddress(address)) ?? []);
  const name = kind === 'weather' ? place.trim() : host;
  return (name || KIND_LABELS[kind]).slice(0, SOURCE_LIMITS.name);
}

/** Messages for values that are missing or of the wrong type, for which the contract has none. */
const FIELD_MESSAGES: Record<string, string> = {
  latitude: 'Enter a number from −90 to 90, such as 48.21.',
  longitude: 'Enter a number from −180 to 180, such as 16.37.',
  timeZone: 'Choose a time zone.',
};

/**
 * Returns error messages by the path of their field, such as 'address' or 'columns.1.pointer'. Without an address that is optional, the server keeps what it has.
 */
export function findDraftErrors(
  draft: SourceDraft,
  { isAddressOptional = false, typed }: { isAddressOptional?: boolean; typed?: SourceSettings } = {},
) {
  const input = toSourceInput(draft, typed);
  const withAddress =
    isAddressOptional && input.address === undefined && needsAddress(input.settings) ? 'https://kept.invalid' : input.address;
  const { error } = createSourceBody.safeParse({ ...input, address: withAddress });
  const errors = new Map<string, string>();
  for (const { path, message } of error?.issues ?? []) {
    const field = path.filter((part) => part !== 'settings').join('.');
    if (!errors.has(field)) errors.set(field, FIELD_MESSAGES[field] ?? message);
  }
  return errors as ReadonlyMap<string, string>;
}
