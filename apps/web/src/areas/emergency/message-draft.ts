import {
  type EditEmergencyMessage,
  type EmergencyMessage,
  type EmergencyText,
  editEmergencyMessageBody,
} from '@vitrine/contract/emergency';

/** Names of chosen objects, which the form shows. */
export interface NamedId {
  _id: string;
  name: string;
}

/** Content of the form for a message. */
export interface MessageDraft {
  texts: EmergencyText[];
  color: EmergencyMessage['color'];
  mediaId: string | null;
  target: 'all' | 'tags' | 'devices';
  tagIds: string[];
  devices: NamedId[];
  minutes: number;
  /** Whether alerts of public authorities raise the message. */
  hasCap: boolean;
  capAreas: string;
  capEvents: string;
  capSeverities: NonNullable<EmergencyMessage['cap']>['severities'];
  sound: EmergencyMessage['sound'];
  isSoundForced: boolean;
  /** Digit of the key combination on screens; null when keys do not raise the message. */
  keyDigit: number | null;
  keyDevices: NamedId[];
}

/** Properties of the parts of the form. */
export interface FieldsProps {
  draft: MessageDraft;
  onChange: (draft: MessageDraft) => void;
  /** Errors by the path of the field. */
  errors: ReadonlyMap<string, string>;
}

export const EMPTY_DRAFT: MessageDraft = {
  texts: [{ language: 'en', title: '', text: '' }],
  color: 'red',
  mediaId: null,
  target: 'all',
  tagIds: [],
  devices: [],
  minutes: 60,
  hasCap: false,
  capAreas: '',
  capEvents: '',
  capSeverities: ['Extreme', 'Severe'],
  sound: 'none',
  isSoundForced: true,
  keyDigit: null,
  keyDevices: [],
};

const nameDevices = (ids: readonly string[], devices: readonly NamedId[]): NamedId[] =>
  ids.map((id) => devices.find(({ _id }) => _id === id) ?? { _id: id, name: 'Screen' });

export const toDraft = (message: EmergencyMessage, devices: readonly NamedId[]): MessageDraft => ({
  texts: message.texts,
  color: message.color,
  mediaId: message.mediaId,
  target: message.isForAll ? 'all' : message.deviceIds.length > 0 ? 'devices' : 'tags',
  tagIds: message.tagIds,
  devices: nameDevices(message.deviceIds, devices),
  minutes: message.minutes,
  hasCap: message.cap !== null,
  capAreas: message.cap?.areas.join(', ') ?? '',
  capEvents: message.cap?.events.join(', ') ?? '',
  capSeverities: message.cap?.severities ?? EMPTY_DRAFT.capSeverities,
  sound: message.sound,
  isSoundForced: message.isSoundForced,
  keyDigit: message.key?.digit ?? null,
  keyDevices: nameDevices(message.key?.deviceIds ?? [], devices),
});

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const toContent = (draft: MessageDraft): EditEmergencyMessage => ({
  texts: draft.texts,
  color: draft.color,
  mediaId: draft.mediaId,
  isForAll: draft.target === 'all',
  tagIds: draft.target === 'tags' ? draft.tagIds : [],
  deviceIds: draft.target === 'devices' ? draft.devices.map(({ _id }) => _id) : [],
  minutes: draft.minutes,
  cap: draft.hasCap ? { areas: splitList(draft.capAreas), events: splitList(draft.capEvents), severities: draft.capSeverities } : null,
  sound: draft.sound,
  isSoundForced: draft.isSoundForced,
  key: draft.keyDigit === null ? null : { digit: draft.keyDigit, deviceIds: draft.keyDevices.map(({ _id }) => _id) },
});

/** Returns the errors of a draft by the path of the field: `texts.0.title`. */
export function findDraftErrors(draft: MessageDraft): Map<string, string> {
  const parsed = editEmergencyMessageBody.safeParse(toContent(draft));
  return new Map(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message]));
}
