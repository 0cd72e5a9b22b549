import { useQuery } from '@tanstack/react-query';
import type { DeviceTag } from '@vitrine/contract/device-tags';
import type { Publish } from '@vitrine/contract/publishing';
import type { ScheduleRequest } from '@vitrine/contract/schedule-windows';
import { toPublishSchedule } from '@vitrine/playback';
import { useMemo, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { onlineDevicesOptions, publishProgressOptions, startingDownloadsOptions, useVerifySelection } from '../api/publish-targets.ts';
import { type PreviewRequest, type PublishRequest, usePublishPlaylist } from '../api/publishes.ts';
import { publishTagsOptions, usePublishToTags, useTaggedDevices } from '../api/tag-publishes.ts';
import { countOverLimit, createSelection, type DeviceSelection, EMPTY_SELECTION } from '../device-selection.ts';
import { formatPublishSchedule } from '../schedule-labels.ts';
import { usePublishTargets } from '../use-publish-targets.ts';
import { ChangePreview } from './change-preview.tsx';
import { DeviceSelector } from './device-selector.tsx';
import styles from './publish-dialog.module.css';
import { PublishCountdown, PublishProgress } from './publish-progress.tsx';
import { getToday, ScheduleFields, type ScheduleForm, useScheduleForm } from './schedule-form.tsx';
import { TagSelector } from './tag-selector.tsx';

interface PublishDialogProps {
  isOpen: boolean;
  onClose: () => void;
  playlist: { _id: string; name: string };
  scope: OwnerScope;
  /** Devices selected before the dialog opened. Those that are still online start selected. */
  chosen?: readonly string[];
}

/** Choosing devices, then waiting (only when the publish replaces playing content), then following each screen until it shows the playlist. */
type Step = 'choosing' | 'waiting' | 'following';

export function PublishDialog(props: PublishDialogProps) {
  if (!props.isOpen) return null;
  return props.chosen ? <PublishToSelected {...props} chosen={props.chosen} /> : <PublishSteps {...props} chosenBefore={[]} leftOut={0} />;
}

/** Online devices must be loaded first, because offline devices cannot be selected. */
function PublishToSelected({ chosen, ...props }: PublishDialogProps & { chosen: readonly string[] }) {
  const online = useQuery(onlineDevicesOptions(props.scope));
  if (!online.data) {
    return (
      <Dialog isOpen onClose={props.onClose} size="medium" title={`Publish “${props.playlist.name}”`}>
        {online.isLoadingError ? (
          <LoadFailure message={getErrorMessage(online.error)} onRetry={() => void online.refetch()} />
        ) : (
          <Skeleton style={{ height: 200 }} />
        )}
      </Dialog>
    );
  }
  const onlineIds = new Set(online.data);
  const available = chosen.filter((id) => onlineIds.has(id));
  return <PublishSteps {...props} chosenBefore={available} leftOut={chosen.length - available.length} />;
}

interface PublishStepsProps extends Omit<PublishDialogProps, 'chosen'> {
  chosenBefore: readonly string[];
  /** Number of selected devices that are offline. */
  leftOut: number;
}

function PublishSteps({ onClose, playlist, scope, chosenBefore, leftOut }: PublishStepsProps) {
  const [step, setStep] = useState<Step>('choosing');
  const [choice, setChoice] = useState(() => createSelection(chosenBefore));
  const [tags, setTags] = useState<DeviceTag[] | null>(null);
  const tagged = useTagSelection(scope, tags ?? []);
  /** Devices on which the playlist is published. A tag may have none yet. */
  const devices = tags !== null && step !== 'following' ? tagged : choice;
  const [day] = useState(getToday);
  const targets = usePublishTargets(scope, step === 'choosing' && tags === null);
  const form = useScheduleForm(day, null);
  const schedule = form.isDirty ? form.schedule : null;
  const request: PublishRequest = { playlistId: playlist._id, ...schedule };
  const progress = useQuery({
    ...publishProgressOptions(devices ?? EMPTY_SELECTION),
    enabled: devices !== undefined && devices.ids.size > 0,
  });
  const starting = useQuery({ ...startingDownloadsOptions(scope), enabled: step === 'choosing' }).data?.name ?? null;
  const callbacks = {
    onPublished: (deviceIds: string[]) => {
      if (deviceIds.length === 0) return onClose();
      // Create a new selection, so that messages from before the publish are not mistaken for its result.
      setChoice(createSelection(deviceIds));
      setStep('following');
    },
    onFailed: () => setStep('choosing'),
  };
  const publish = usePublish(request, { tags, deviceIds: [...(devices?.ids ?? [])], ...callbacks });
  const begin = useStartPublish(scope, devices ?? EMPTY_SELECTION, {
    onGone: tags === null ? setChoice : () => undefined,
    onActive: () => setStep('waiting'),
    onFree: publish.start,
  });
  const isComplete = !form.isDirty || form.schedule !== null;
  const isChosen = tags === null ? choice.ids.size > 0 && countOverLimit(choice) === 0 : tags.length > 0 && devices !== undefined;
  const footers = {
    choosing: (
      <>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          onClick={() => (devices && devices.ids.size > 0 ? begin.mutate() : publish.start())}
          disabled={!isChosen || starting !== null || !isComplete}
          isLoading={begin.isPending || publish.isPending}
        >
          Publish
        </Button>
      </>
    ),
    waiting: publish.isPending ? null : <Button onClick={() => setStep('choosing')}>Cancel</Button>,
    following: (
      <Button kind="primary" onClick={onClose}>
        Done
      </Button>
    ),
  };
  return (
    <Dialog isOpen onClose={onClose} size="medium" title={`Publish “${playlist.name}”`} footer={footers[step]}>
      {step === 'choosing' && (
        <div className={styles.choosing}>
          <TargetKindChoice scope={scope} isTags={tags !== null} onChange={(isTags) => setTags(isTags ? [] : null)} />
          {leftOut > 0 && tags === null && (
            <p
              className={styles.soft}
            >{`${formatCount(leftOut, 'selected device is', 'selected devices are')} offline and won’t be included.`}</p>
          )}
          {tags === null ? (
            <DeviceSelector what={request} isComplete={isComplete} scope={scope} targets={targets} choice={choice} onChoose={setChoice} />
          ) : (
            <TagSelector scope={scope} selected={tags} onSelect={setTags} />
          )}
          {starting !== null && <output className={styles.soft}>{starting} has just started downloading. Try again in a moment.</output>}
          <PublishSchedule form={form} />
          <ChangePreview request={isChosen && isComplete ? getPreviewRequest(playlist._id, schedule, tags ?? choice) : null} />
        </div>
      )}
      {step === 'waiting' && progress.data && (
        <PublishCountdown progress={progress.data} isScheduled={schedule !== null} onOver={publish.start} />
      )}
      {step === 'following' && <PublishProgress progress={progress.data} onDone={onClose} />}
    </Dialog>
  );
}

const getPreviewRequest = (
  playlistId: string,
  schedule: ScheduleRequest | null,
  targets: DeviceSelection | DeviceTag[],
): PreviewRequest => ({
  action: 'publish',
  playlistId,
  schedule,
  targets: Array.isArray(targets) ? { tagId: targets.map(({ _id }) => _id) } : { deviceId: [...targets.ids] },
  stamp: Array.isArray(targets) ? targets.map(({ _id }) => _id).join(' ') : targets.stamp,
});

/** Returns the devices that have one of the tags; undefined while they are loading. */
function useTagSelection(scope: OwnerScope, tags: readonly DeviceTag[]): DeviceSelection | undefined {
  const { ids } = useTaggedDevices(scope, tags);
  return useMemo(() => ids && createSelection(ids), [ids]);
}

interface TargetKindChoiceProps {
  scope: OwnerScope;
  isTags: boolean;
  onChange: (isTags: boolean) => void;
}

/** Devices one by one, or tags. Accounts without tags see nothing of them. */
function TargetKindChoice({ scope, isTags, onChange }: TargetKindChoiceProps) {
  const tags = useQuery(publishTagsOptions(scope)).data ?? [];
  if (tags.length === 0) return null;
  return (
    <SegmentedChoice
      label="Publish to"
      value={isTags ? 'tags' : 'devices'}
      onChange={(value) => onChange(value === 'tags')}
      choices={[
        { value: 'devices', label: 'Devices' },
        { value: 'tags', label: 'Tags' },
      ]}
    />
  );
}

interface StartPublishOptions {
  /** Called with the remaining devices when some no longer exist. */
  onGone: (choice: DeviceSelection) => void;
  /** Called when some of the devices are showing content that would be replaced. */
  onActive: () => void;
  onFree: () => void;
}

function useStartPublish(scope: OwnerScope, choice: DeviceSelection, { onGone, onActive, onFree }: StartPublishOptions) {
  return useVerifySelection(scope, choice, {
    onSuccess: ({ gone, active, starting }) => {
      if (gone.length > 0) {
        const missing = new Set(gone);
        onGone(createSelection([...choice.ids].filter((id) => !missing.has(id))));
        toast.warning('Some devices were deleted and removed from the selection.');
      } else if (starting !== null) return;
      else if (active > 0) onActive();
      else onFree();
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
}

interface PublishOptions {
  /** Null publishes to the devices themselves. */
  tags: readonly DeviceTag[] | null;
  deviceIds: string[];
  onPublished: (deviceIds: string[]) => void;
  onFailed: () => void;
}

/** Returns a warning that a scheduled main playlist also shows outside its schedule. The server returns only some of many publishes, main ones first. */
function getMainPlaylistMessage(publishes: readonly Publish[], count: number): string | null {
  const mains = publishes.filter(({ mainPlaylist }) => mainPlaylist);
  const [first] = mains;
  if (!first) return null;
  const isAll = mains.length < publishes.length || publishes.length === count;
  const many = `${isAll ? '' : 'at least '}${mains.length.toLocaleString('en-US')} of these devices`;
  const where = mains.length === 1 && isAll ? first.deviceId.name : many;
  return `This is the main playlist of ${where}, so it also shows outside its schedule when nothing else is scheduled.`;
}

/** Publishes to the devices or tags. */
function usePublish(request: PublishRequest, { tags, deviceIds, onPublished, onFailed }: PublishOptions) {
  const onError = (error: Error) => {
    toast.error(getErrorMessage(error));
    onFailed();
  };
  const toDevices = usePublishPlaylist(request, {
    onSuccess: ({ message, result }, ids) => {
      if (message) toast.success(message);
      const note = toPublishSchedule(request) && getMainPlaylistMessage(result, ids.length);
      if (note) toast.warning(note);
      onPublished(ids);
    },
    onError,
  });
  const toTags = usePublishToTags(request, {
    onSuccess: ({ message }) => {
      if (message) toast.success(message);
      onPublished(deviceIds);
    },
    onError,
  });
  return {
    isPending: toDevices.isPending || toTags.isPending,
    start: () => (tags === null ? toDevices.mutate(deviceIds) : toTags.mutate(tags.map(({ _id }) => _id))),
  };
}

/** Collapsed section that schedules the playlist on all selected devices. */
function PublishSchedule({ form }: { form: ScheduleForm }) {
  const { isDirty, schedule } = form;
  return (
    <details className={styles.schedule}>
      <summary>
        Schedule
        <span className={styles.soft} data-complete={isDirty && schedule ? '' : undefined}>
          {isDirty ? (schedule ? formatPublishSchedule(toPublishSchedule(schedule) ?? { schedule: null }) : 'Incomplete') : 'Optional'}
        </span>
      </summary>
      <div className={styles.fields}>
        <p className={styles.soft}>Choose when to show the playlist. Times are in each device’s time zone.</p>
        <ScheduleFields form={form} />
        {isDirty && (
          <Button kind="quiet" onClick={() => form.form.reset()}>
            Clear schedule
          </Button>
        )}
      </div>
    </details>
  );
}
