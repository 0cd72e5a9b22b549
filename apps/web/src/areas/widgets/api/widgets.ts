import type { Media } from '@vitrine/contract/media';
import type { WidgetSettings } from '@vitrine/contract/widgets';
import { createWidget, editWidget } from '@vitrine/contract/widgets.endpoints';
import { send } from '../../../lib/api-client.ts';
import { albumKeys, mediaKeys, playlistKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../accounts/api/accounts.ts';

interface SavedWidget {
  name: string;
  settings: WidgetSettings;
}

const CHANGED_KEYS = [mediaKeys.all, albumKeys.all, playlistKeys.all, accountKeys.storages];

/** Adds a widget to an album. */
export const useCreateWidget = (albumId: string, after: MutationCallbacks<SavedWidget, { result: Media }>) =>
  useApiMutation({ mutate: (widget) => send(createWidget, { body: { albumId, ...widget } }), invalidates: CHANGED_KEYS }, after);

/** Replaces the settings of a widget. */
export const useEditWidget = (mediaId: string, after: MutationCallbacks<SavedWidget, { result: Media }>) =>
  useApiMutation({ mutate: (widget) => send(editWidget, { params: { mediaId }, body: widget }), invalidates: CHANGED_KEYS }, after);
