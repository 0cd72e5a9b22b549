import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { can } from '@vitrine/contract/capabilities';
import type { QueueItem } from '@vitrine/contract/video-queue';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatBytes, formatDate } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { ClockIcon, MoreIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FactGrid } from '../../../ui/details.tsx';
import { CheckIcon, CloseIcon, RetryIcon, WarningIcon } from '../../../ui/icons.tsx';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { Progress } from '../../../ui/loading.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ConsoleList } from '../../console/parts/console-list.tsx';
import { pendingVideosOptions, useExportVideos, useReprocessVideo, useSkipVideo, videoStackOptions } from './api/video-queue.ts';
import styles from './video-queue.module.css';

const TABS = [
  { value: 'queue', label: 'Video Queue' },
  { value: 'stack', label: 'Video Stack' },
] as const;
const STATUSES = [
  { value: 'inprogress', label: 'In progress' },
  { value: 'success', label: 'Success' },
  { value: 'failed', label: 'Failed' },
] as const;

const COLUMNS: ListColumn<QueueItem>[] = [
  {
    key: 'name',
    head: 'Media name',
    cell: (video) => (
      <span className={styles.name}>
        <span>{video.filename}</span>
        <VideoStatus video={video} />
      </span>
    ),
  },
  { key: 'uploaded', head: 'Uploaded on', width: '7.75rem', staysBesidePanel: true, cell: ({ createdAt }) => formatDate(createdAt) },
  { key: 'owner', head: 'Ownership', width: '22%', cell: ({ owner }) => owner.name },
  { key: 'size', head: 'Media size', width: '6.75rem', cell: ({ size }) => formatBytes(size), isNumber: true },
  { key: 'expiry', head: 'Plan expiry', width: '7.75rem', cell: ({ planExpiry }) => (planExpiry ? formatDate(planExpiry) : '–') },
];

/** Videos on their way to being playable, and what became of all of them. */
export function VideoQueuePage() {
  const { videos, outcome: typed, video: openId } = useSearch({ from: '/admin/videoQueue' });
  const outcome = STATUSES.find(({ value }) => value === typed)?.value;
  const navigate = useNavigate();
  const dialog = useDialog();
  const isManaged = can(useSession(), 'queue.manage');
  const isStack = videos === 'stack';
  const pending = useInfiniteQuery({ ...pendingVideosOptions, enabled: !isStack });
  const stack = useInfiniteQuery({ ...videoStackOptions(outcome), enabled: isStack });
  const list = isStack ? stack : pending;
  const reprocess = useReprocessVideo(messageToasts);
  const toFile = useExportVideos({ onError: (error) => toast.error(getErrorMessage(error)) });
  const rows = list.data?.pages.flat() ?? [];
  const go = (patch: VideoQueueSearch) =>
    void navigate({ to: '/admin/videoQueue', search: (before) => ({ ...before, ...patch }), replace: true, resetScroll: false });
  const opened = rows.find(({ _id }) => _id === openId);
  return (
    <>
      <ConsoleList
        title="Video Queue"
        label="Videos"
        tabs={
          <SegmentedChoice
            label="View"
            value={isStack ? 'stack' : 'queue'}
            onChange={(next) => go({ videos: next === 'stack' ? 'stack' : undefined, video: undefined })}
            choices={TABS}
          />
        }
        list={list}
        columns={COLUMNS}
        nameOf={({ filename }) => filename}
        empty="No videos available"
        filters={
          isStack && (
            <SelectField
              label="Status"
              placeholder="All"
              options={STATUSES}
              value={outcome ?? ''}
              onChange={(event) => go({ outcome: (event.target.value || undefined) as VideoQueueSearch['outcome'] })}
            />
          )
        }
        isNarrowed={isStack && outcome !== undefined}
        onShowAll={() => go({ outcome: undefined })}
        csv={isStack ? { isPending: toFile.isPending, onDownload: () => toFile.mutate(outcome) } : undefined}
        openId={openId}
        onOpen={({ _id }) => go({ video: _id })}
        onClose={() => go({ video: undefined })}
        panel={opened && { title: opened.filename, content: <VideoDetails video={opened} /> }}
        {...(isManaged && {
          actionsWidth: '72px',
          actions: (video: QueueItem) => (
            <VideoMenu video={video} onReprocess={() => reprocess.mutate(video._id)} onSkip={() => dialog.open('skip', video._id)} />
          ),
        })}
      />
      <SkipDialog
        video={isManaged && dialog.dialog === 'skip' ? rows.find(({ _id }) => _id === dialog.target) : undefined}
        onClose={dialog.close}
      />
    </>
  );
}

const VideoMenu = ({ video, onReprocess, onSkip }: { video: QueueItem; onReprocess: () => void; onSkip: () => void }) => (
  <Menu trigger={<IconButton label={`Actions for ${video.filename}`} icon={<MoreIcon size={18} />} />}>
    <MenuItem icon={<RetryIcon size={18} />} isDisabled={!video.abilities.reprocess} onSelect={onReprocess}>
      Reprocess
    </MenuItem>
    <MenuItem icon={<CloseIcon size={18} />} isDanger isDisabled={!video.abilities.skip} onSelect={onSkip}>
      Skip
    </MenuItem>
  </Menu>
);

function SkipDialog({ video, onClose }: { video: QueueItem | undefined; onClose: () => void }) {
  const skip = useSkipVideo({ ...messageToasts, onSettled: onClose });
  return (
    <ConfirmDialog
      isOpen={video !== undefined}
      onClose={onClose}
      onConfirm={() => video && !skip.isPending && skip.mutate(video._id)}
      title={`Skip “${video?.filename ?? ''}”?`}
      consequence={`The video is removed from the queue. If it isn’t playable yet, it’s marked as failed, and ${video?.owner.name ?? ''} sees that an administrator skipped it. You can reprocess it later.`}
      confirmLabel="Skip video"
      isBusy={skip.isPending}
    />
  );
}

const VideoDetails = ({ video }: { video: QueueItem }) => (
  <>
    {video.progress !== null && <Progress label="Processing" value={video.progress} />}
    <FactGrid
      facts={[
        ['Status', <VideoStatus key="status" video={video} />],
        ['Uploaded on', formatDate(video.createdAt)],
        ['Ownership', video.owner.name],
        ['Media size', formatBytes(video.size)],
        ['Plan expiry', video.planExpiry ? formatDate(video.planExpiry) : '–'],
      ]}
    />
  </>
);

export interface VideoQueueSearch {
  /** The queue, unless it says otherwise. */
  videos?: 'stack';
  outcome?: 'inprogress' | 'success' | 'failed';
  /** The video whose details are shown. */
  video?: string;
}

const STATUS_ICONS = {
  inprogress: { icon: <ClockIcon size={14} />, word: 'Waiting' },
  success: { icon: <CheckIcon size={14} />, word: 'Success' },
  failed: { icon: <WarningIcon size={14} />, word: 'Failed' },
};

/** The state of a video, how far it is, and why it failed. */
function VideoStatus({ video: { status, progress, reason } }: { video: QueueItem }) {
  const { icon, word } = STATUS_ICONS[status];
  const said = progress === null ? word : `Processing, ${progress}%`;
  return (
    <span className={styles.status} data-status={status}>
      {icon}
      <span>{reason ? `${said}: ${reason}` : said}</span>
    </span>
  );
}
