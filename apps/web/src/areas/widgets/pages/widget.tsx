import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Media } from '@vitrine/contract/media';
import type { WidgetDetails, WidgetSettings } from '@vitrine/contract/widgets';
import { useState } from 'react';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { PageFailure } from '../../accounts/parts/page-failure.tsx';
import { albumListOptions } from '../../albums/api/albums.ts';
import { NewAlbumField } from '../../albums/parts/new-album-field.tsx';
import { mediaOptions } from '../../media/api/media.ts';
import { isFramingProblem } from '../../media/framing-labels.ts';
import { widgetOptions } from '../../media/parts/stored-widget.tsx';
import { useCreateWidget, useEditWidget } from '../api/widgets.ts';
import { WidgetEditor } from '../parts/widget-editor.tsx';
import { WidgetGallery } from '../parts/widget-gallery.tsx';
import { createEmptySettings, findTemplate, WIDGET_TEMPLATES, type WidgetTemplate } from '../widget-templates.ts';

/** Adds a slide, widget or web page to an album in two steps, or edits one. */
export function WidgetPage() {
  const { albumId, mediaId, template: templateId } = useSearch({ from: '/main/widget' });
  const template = WIDGET_TEMPLATES.find(({ id }) => id === templateId);
  if (mediaId !== undefined) return <EditWidget key={mediaId} mediaId={mediaId} />;
  if (template) return <NewWidget key={template.id} template={template} albumId={albumId} />;
  return (
    <>
      <PageHeader
        title="Add a slide, widget or page"
        back={<BackToAlbum albumId={albumId} />}
        actions={
          <Link to="/main/sources" className={buttonClass('quiet')}>
            Data sources
          </Link>
        }
      />
      <WidgetGallery albumId={albumId} />
    </>
  );
}

const BackToAlbum = ({ albumId }: { albumId: string | undefined }) =>
  albumId === undefined ? (
    <BackLink to="/main" label="Back to albums" />
  ) : (
    <BackLink to="/main/media" search={{ albumId }} label="Back to the album" />
  );

function NewWidget({ template, albumId }: { template: WidgetTemplate; albumId: string | undefined }) {
  const navigate = useNavigate();
  const albums = useWritableAlbums();
  const [choice, setChoice] = useState(albumId ?? '');
  const chosen = albums.data.find(({ _id }) => _id === choice)?._id ?? albums.data[0]?._id ?? '';
  const [initial] = useState(() => ({ name: '', settings: createEmptySettings(template) }));
  const create = useCreateWidget(chosen, {
    onSuccess: ({ result }) => {
      toast.success('Added to the album.');
      // The form of the new page explains the problem.
      if (isFramingProblem(result.framing))
        return void navigate({ to: '/main/widget', search: { mediaId: result._id }, replace: true, ignoreBlocker: true });
      void navigate({ to: '/main/media', search: { albumId: chosen }, ignoreBlocker: true });
    },
  });
  return (
    <>
      <PageHeader title={template.label} back={<BackLink to="/main/widget" search={{ albumId }} label="Back to slides and widgets" />} />
      <WidgetEditor
        initial={initial}
        defaultName={template.label}
        submitLabel="Add to album"
        isSubmitting={create.isPending}
        error={create.error}
        onSubmit={(widget) => (chosen === '' ? toast.error('Create an album first.') : create.mutate(widget))}
      >
        {albums.isPending && <Skeleton style={{ height: 68 }} />}
        {albums.error && <LoadFailure message={getErrorMessage(albums.error)} onRetry={albums.refetch} />}
        {albums.data.length > 0 && (
          <SelectField
            label="Album"
            value={chosen}
            options={albums.data.map(({ _id, name, orgId }) => ({ value: _id, label: orgId === null ? name : `${name} (family)` }))}
            onChange={({ target }) => setChoice(target.value)}
          />
        )}
      </WidgetEditor>
      {!albums.isPending && albums.data.length === 0 && <NewAlbumField isFirst onCreated={({ _id }) => setChoice(_id)} />}
    </>
  );
}

function EditWidget({ mediaId }: { mediaId: string }) {
  const media = useQuery(mediaOptions(mediaId));
  const widget = useQuery(widgetOptions(mediaId));
  if (getLoadFailure(media)) return <PageFailure query={media} what="widget" others="/main" />;
  if (getLoadFailure(widget)) return <PageFailure query={widget} what="widget" others="/main" />;
  if (!media.data || !widget.data) return <Skeleton style={{ height: 480 }} />;
  return <EditWidgetForm media={media.data} details={widget.data} />;
}

function EditWidgetForm({ media, details }: { media: Media; details: WidgetDetails }) {
  const { settings, pictureKey, source } = details;
  const navigate = useNavigate();
  const [initial, setInitial] = useState({ name: media.name, settings });
  const photoId = settings.type === 'slide' ? settings.pictureId : null;
  const photoCopy = photoId === null || pictureKey === null ? null : { photoId, key: pictureKey };
  const edit = useEditWidget(media._id, {
    onSuccess: ({ result }, saved) => {
      toast.success('Changes saved.');
      if (isFramingProblem(result.framing)) return setInitial(saved);
      void navigate({ to: '/main/media', search: { albumId: media.albumId }, ignoreBlocker: true });
    },
  });
  return (
    <>
      <PageHeader title={media.name} back={<BackToAlbum albumId={media.albumId} />} />
      <WidgetEditor
        initial={initial}
        defaultName={findTemplate(settings)?.label ?? 'Widget'}
        photoCopy={photoCopy}
        storedSource={source}
        framing={getFraming(media, initial.settings)}
        submitLabel="Save"
        isSubmitting={edit.isPending}
        error={edit.error}
        onSubmit={edit.mutate}
      />
    </>
  );
}

/** Returns the result of the check with the address that was checked; null for media other than web pages. */
const getFraming = ({ framing }: Media, settings: WidgetSettings) =>
  framing !== null && settings.type === 'web' ? { state: framing, address: settings.address } : null;

/** Albums to which the user may add. */
function useWritableAlbums() {
  const account = useAccountInView();
  const mine = useQuery(albumListOptions('mine', account));
  const shared = useQuery(albumListOptions('shared', account));
  return {
    data: [...(mine.data ?? []), ...(shared.data ?? [])].filter(({ abilities }) => abilities.addMedia),
    isPending: mine.isPending || shared.isPending,
    error: mine.error ?? shared.error,
    refetch: () => void Promise.all([mine.refetch(), shared.refetch()]),
  };
}
