import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '@vitrine/contract/limits';
import type { WidgetSource } from '@vitrine/contract/sources';
import type { FramingState } from '@vitrine/contract/web-pages';
import { WIDGET_SOURCE_KINDS, WIDGET_THEMES, type WidgetSettings, type WidgetTheme } from '@vitrine/contract/widgets';
import type { SourceState } from '@vitrine/widgets';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { UnsavedChangesPrompt } from '../../../ui/unsaved-changes.tsx';
import { ErrorWithUpgrade } from '../../accounts/parts/plan-usage.tsx';
import { getPreviewPictureUrl, mediaOptions } from '../../media/api/media.ts';
import { WidgetDrawing } from '../../media/parts/widget-drawing.tsx';
import { sourceOptions } from '../../sources/api/sources.ts';
import { getExampleData } from '../source-examples.ts';
import { fillWithExample } from '../widget-templates.ts';
import { LiveFields } from './live-fields.tsx';
import { MenuFields } from './menu-fields.tsx';
import { ClockFields, CountdownFields, QrCodeFields, SlideFields } from './simple-fields.tsx';
import { SourceField } from './source-field.tsx';
import { SourceWidgetFields } from './source-widget-fields.tsx';
import { TableFields } from './table-fields.tsx';
import { WebFields } from './web-fields.tsx';
import { type FieldErrors, findErrors } from './widget-form.ts';
import styles from './widgets.module.css';

const THEME_LABELS: Record<WidgetTheme, string> = { light: 'Light', dark: 'Dark', colour: 'Color' };
const THEMES = WIDGET_THEMES.map((value) => ({ value, label: THEME_LABELS[value] }));
const SHAPES = [
  { value: 'landscape', label: 'Landscape' },
  { value: 'portrait', label: 'Portrait' },
] as const;

interface PhotoCopy {
  photoId: string;
  /** Key of the copy, for GET /uploads. */
  key: string;
}

interface WidgetEditorProps {
  initial: { name: string; settings: WidgetSettings };
  /** Name that is used when none is entered. */
  defaultName: string;
  /** The widget's copy of its photo, if it has one. The photo itself may have been deleted. */
  photoCopy?: PhotoCopy | null;
  /** Source of a stored widget. */
  storedSource?: WidgetSource | null;
  /** Whether screens can show a stored web page, and the address that was checked. */
  framing?: { state: FramingState; address: string } | null;
  submitLabel: string;
  isSubmitting: boolean;
  error: Error | null;
  /** Further fields, such as the album. */
  children?: ReactNode;
  onSubmit: (widget: { name: string; settings: WidgetSettings }) => void;
}

/** Form of a widget with a live preview. */
export function WidgetEditor({
  initial,
  photoCopy,
  storedSource = null,
  framing = null,
  submitLabel,
  isSubmitting,
  error,
  children,
  ...rest
}: WidgetEditorProps) {
  const [settings, setSettings] = useState(initial.settings);
  const [name, setName] = useState(initial.name);
  const [isTried, setTried] = useState(false);
  const errors: FieldErrors = isTried ? findErrors(settings) : new Map();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const form = event.currentTarget;
    if (findErrors(settings).size > 0) return focusFirstError(form);
    rest.onSubmit({ name: name.trim() || defaultName, settings });
  };
  const source = useSourceData(settings, storedSource);
  const defaultName = getDefaultName(settings, source?.name ?? rest.defaultName);
  const isChanged = settings !== initial.settings || name !== initial.name;
  return (
    <form className={styles.editor} onSubmit={submit} noValidate aria-label="Widget">
      <WidgetPreview settings={settings} photoCopy={photoCopy} source={source} />
      <Stack gap={5} className={styles.fields}>
        <SegmentedChoice label="Colors" value={settings.theme} choices={THEMES} onChange={(theme) => setSettings({ ...settings, theme })} />
        {'sourceId' in settings && (
          <SourceField
            kind={WIDGET_SOURCE_KINDS[settings.type]}
            sourceId={settings.sourceId}
            stored={storedSource}
            error={errors.get('sourceId')}
            onChange={(sourceId) => setSettings({ ...settings, sourceId })}
          />
        )}
        {settings.type === 'web' ? (
          <WebFields
            settings={settings}
            onChange={setSettings}
            errors={errors}
            framing={framing?.address === settings.address ? framing.state : null}
          />
        ) : (
          <TypeFields settings={settings} onChange={setSettings} errors={errors} />
        )}
        <TextField
          label="Name in the album"
          placeholder={defaultName}
          maxLength={LIMITS.detailNameMax}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {children}
        {error && (
          <p role="alert" className={styles.failure}>
            <ErrorWithUpgrade error={error} />
          </p>
        )}
        <Row justify="end" className={styles.actions}>
          <Button kind="primary" type="submit" isLoading={isSubmitting}>
            {submitLabel}
          </Button>
        </Row>
      </Stack>
      <UnsavedChangesPrompt isChanged={isChanged && !isSubmitting} consequence="This widget has not been saved and would be lost." />
    </form>
  );
}

interface WidgetPreviewProps {
  settings: WidgetSettings;
  photoCopy: PhotoCopy | null | undefined;
  source: SourceData | null;
}

/** Drawing of the widget, with the content and data of the example until the user enters some. */
function WidgetPreview({ settings, photoCopy, source }: WidgetPreviewProps) {
  const [shape, setShape] = useState<'landscape' | 'portrait'>('landscape');
  const pictureUrl = usePhotoUrl(settings, photoCopy);
  return (
    <div className={styles.preview} data-portrait={shape === 'portrait' ? '' : undefined}>
      <WidgetDrawing
        settings={fillWithExample(settings)}
        pictureUrl={pictureUrl}
        source={source?.state}
        at={source?.exampleAt}
        label="Preview"
        isPortrait={shape === 'portrait'}
      />
      {source?.exampleAt !== undefined && <p className={styles.caption}>Example data. Choose a data source to see yours.</p>}
      <SegmentedChoice label="Shape of the preview" value={shape} choices={SHAPES} onChange={setShape} />
    </div>
  );
}

interface SourceData {
  /** Undefined until it is known. */
  name: string | undefined;
  /** Null while it is loaded. */
  state: SourceState | null;
  /** Instant at which an example is drawn. Undefined for real data. */
  exampleAt?: number;
}

/** Returns the data of the widget's source, or an example until one is chosen. Null for widgets without a source. */
function useSourceData(settings: WidgetSettings, stored: WidgetSource | null): SourceData | null {
  const sourceId = 'sourceId' in settings ? settings.sourceId : '';
  const isForeign = stored !== null && !stored.isOwn && stored._id === sourceId;
  const details = useQuery({ ...sourceOptions(sourceId), enabled: sourceId !== '' && !isForeign });
  const [now] = useState(() => Date.now());
  const example = useMemo(() => getExampleData(settings, now), [settings, now]);
  if (!example) return null;
  if (sourceId === '') return { name: undefined, state: example.state, exampleAt: example.at };
  if (isForeign) return { name: stored.name, state: stored };
  return { name: details.data?.source.name, state: details.data ?? null };
}

/** Returns the address of the photo that the settings name; null while it is not known. */
function usePhotoUrl(settings: WidgetSettings, copy: PhotoCopy | null | undefined): string | null {
  const photoId = settings.type === 'slide' ? settings.pictureId : null;
  const isCopied = copy?.photoId === photoId;
  const photo = useQuery({ ...mediaOptions(photoId ?? ''), enabled: photoId !== null && !isCopied });
  if (photoId === null) return null;
  const key = isCopied ? copy?.key : photo.data?.mediaFile.key;
  return key === undefined ? null : getPreviewPictureUrl(key);
}

interface TypeFieldsProps {
  settings: Exclude<WidgetSettings, { type: 'web' }>;
  onChange: (settings: WidgetSettings) => void;
  errors: FieldErrors;
}

function TypeFields({ settings, onChange, errors }: TypeFieldsProps) {
  switch (settings.type) {
    case 'slide':
      return <SlideFields settings={settings} onChange={onChange} errors={errors} />;
    case 'clock':
      return <ClockFields settings={settings} onChange={onChange} errors={errors} />;
    case 'countdown':
      return <CountdownFields settings={settings} onChange={onChange} errors={errors} />;
    case 'qrCode':
      return <QrCodeFields settings={settings} onChange={onChange} errors={errors} />;
    case 'table':
      return <TableFields settings={settings} onChange={onChange} errors={errors} />;
    case 'menu':
      return <MenuFields settings={settings} onChange={onChange} errors={errors} />;
    case 'live':
      return <LiveFields settings={settings} onChange={onChange} errors={errors} />;
    default:
      return <SourceWidgetFields settings={settings} onChange={onChange} errors={errors} />;
  }
}

/** Returns the first line of the widget's title, the host of a web page or live stream, or the name of its source or kind. */
function getDefaultName(settings: WidgetSettings, fallback: string): string {
  if (settings.type === 'web') return (findHost(settings.address) ?? fallback).slice(0, LIMITS.detailNameMax);
  const title =
    'title' in settings ? settings.title : settings.type === 'clock' ? settings.label : settings.type === 'room' ? settings.name : '';
  const host = settings.type === 'live' ? findHost(settings.address) : undefined;
  return (title.trim().split('\n')[0] || host || fallback).slice(0, LIMITS.detailNameMax);
}

const findHost = (address: string): string | undefined => /^\s*https?:\/\/(?:www\.)?([^/?#\s]+)/i.exec(address)?.[1]?.toLowerCase();

/** Errors appear in the next frame. */
function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus());
}
