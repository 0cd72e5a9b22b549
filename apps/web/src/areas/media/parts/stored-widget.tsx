import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Media } from '@vitrine/contract/media';
import { readSharedWidget } from '@vitrine/contract/shared-albums.endpoints';
import { readWidget } from '@vitrine/contract/widgets.endpoints';
import { call } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { mediaKeys } from '../../../lib/query-keys.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { getPreviewPictureUrl } from '../api/media.ts';
import { getLinkToken, useMediaRoute } from '../media-sizes.ts';
import { WidgetDrawing } from './widget-drawing.tsx';

/** Settings of a widget. A change of them gives the widget another file, so that they are requested again. */
export const widgetOptions = (mediaId: string, fileKey?: string) =>
  queryOptions({
    queryKey: mediaKeys.widget(mediaId, fileKey),
    queryFn: ({ signal }) => call(readWidget, { params: { mediaId }, signal }),
  });

/** Visitors have no live updates. */
const REFRESH_MS = 60_000;

/** The same for a visitor with a link to the album. */
const sharedWidgetOptions = (token: string, mediaId: string, fileKey: string) =>
  queryOptions({
    queryKey: ['shared', token, 'widget', mediaId, fileKey],
    queryFn: ({ signal }) => call(readSharedWidget, { params: { token, mediaId }, signal }),
    refetchInterval: REFRESH_MS,
  });

/** A widget of an album, drawn live. */
export function StoredWidget({ media }: { media: Media }) {
  const door = useMediaRoute();
  const token = getLinkToken(door);
  const { key } = media.mediaFile;
  const own = useQuery({ ...widgetOptions(media._id, key), enabled: token === null });
  const shared = useQuery({ ...sharedWidgetOptions(token ?? '', media._id, key), enabled: token !== null });
  const widget = token === null ? own : shared;
  if (widget.isLoadingError) return <LoadFailure message={getErrorMessage(widget.error)} onRetry={() => void widget.refetch()} />;
  if (!widget.data) return <Skeleton style={{ aspectRatio: '16 / 9', width: '100%' }} />;
  const { settings, pictureKey, source } = widget.data;
  return (
    <WidgetDrawing
      settings={settings}
      pictureUrl={pictureKey && getPreviewPictureUrl(pictureKey, door)}
      source={source}
      label={media.name}
    />
  );
}
