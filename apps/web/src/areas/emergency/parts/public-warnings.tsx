import { useQuery } from '@tanstack/react-query';
import { CAP_FEED_LIMITS, type CapFeed } from '@vitrine/contract/cap-feeds';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatRelative } from '../../../lib/format.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { MoreIcon, PencilIcon, PlusIcon, ShieldIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { FamilyBadge } from '../../families/parts/family-badge.tsx';
import { capFeedsOptions, useDeleteFeed } from '../api/cap-feeds.ts';
import styles from './emergency.module.css';
import { FeedFormDialog } from './feed-form-dialog.tsx';
import { PostingKeysDialog } from './posting-keys-dialog.tsx';

/** Feeds of public warnings, which raise the messages that have a filter for CAP alerts. */
export function PublicWarnings() {
  const list = useQuery(capFeedsOptions(useAccountInView()));
  const { dialog, target, open, close } = useDialog();
  const feeds = list.data?.feeds ?? [];
  const chosen = feeds.find(({ _id }) => _id === target);
  return (
    <div className={styles.history}>
      <Panel
        title="Public warnings"
        note="Feeds of CAP alerts. An alert raises the messages whose filter it matches."
        actions={
          list.data && (
            <Button icon={<PlusIcon size={18} />} disabled={feeds.length >= CAP_FEED_LIMITS.perOwner} onClick={() => open('addFeed')}>
              Add feed
            </Button>
          )
        }
        isBare
      >
        {list.isLoadingError && <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />}
        {list.data && (
          <ul className={styles.list} aria-label="Public warnings">
            {feeds.map((feed) => (
              <FeedRow key={feed._id} feed={feed} onEdit={() => open('editFeed', feed._id)} onDelete={() => open('deleteFeed', feed._id)} />
            ))}
            <PostedRow isSigned={list.data.postingKeys !== null} onEdit={() => open('editPosting')} />
          </ul>
        )}
      </Panel>
      <FeedFormDialog isOpen={dialog === 'addFeed'} onClose={close} />
      <FeedFormDialog isOpen={dialog === 'editFeed' && chosen !== undefined} feed={chosen} onClose={close} />
      <DeleteFeedDialog isOpen={dialog === 'deleteFeed'} feed={chosen} onClose={close} />
      <PostingKeysDialog
        isOpen={dialog === 'editPosting' && list.data !== undefined}
        postingKeys={list.data?.postingKeys ?? null}
        onClose={close}
      />
    </div>
  );
}

const STATES = {
  waiting: { label: 'Fetching', tone: 'neutral' },
  current: { label: 'Working', tone: 'success' },
  failing: { label: 'Not working', tone: 'danger' },
} as const;

function FeedRow({ feed, onEdit, onDelete }: { feed: CapFeed; onEdit: () => void; onDelete: () => void }) {
  const { label, tone } = STATES[feed.state];
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <h3 className={styles.name}>{feed.name}</h3>
        <Text size="sm" tone="soft">
          {feed.checkedAt ? `Checked ${formatRelative(feed.checkedAt)}` : 'Not checked yet'}
        </Text>
        {feed.failure && (
          <Text size="sm" tone="danger">
            {feed.failure}
          </Text>
        )}
        {feed.problem && feed.problemAt && (
          <Text size="sm" tone="soft">
            {`Problem ${formatRelative(feed.problemAt)}: ${feed.problem}`}
          </Text>
        )}
        <Row wrap gap={2}>
          <FamilyBadge of={feed} isOnPicture={false} />
          {feed.trustedKeys !== null && <Badge>Signature required</Badge>}
        </Row>
      </div>
      <Badge tone={tone}>{label}</Badge>
      <Menu trigger={<IconButton label={`Actions for ${feed.name}`} icon={<MoreIcon />} />}>
        <MenuItem icon={<PencilIcon size={18} />} onSelect={onEdit}>
          Edit
        </MenuItem>
        <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={onDelete}>
          Delete
        </MenuItem>
      </Menu>
    </li>
  );
}

/** Alerts that programs post. */
const PostedRow = ({ isSigned, onEdit }: { isSigned: boolean; onEdit: () => void }) => (
  <li className={styles.row}>
    <div className={styles.about}>
      <h3 className={styles.name}>Posted by programs</h3>
      <Text size="sm" tone="soft">
        {isSigned ? 'A valid signature is required' : 'Signatures are not required'}
      </Text>
    </div>
    <Button icon={<ShieldIcon size={18} />} onClick={onEdit}>
      Signatures
    </Button>
  </li>
);

function DeleteFeedDialog({ isOpen, onClose, feed }: { isOpen: boolean; onClose: () => void; feed: CapFeed | undefined }) {
  const remove = useDeleteFeed({
    onSuccess: () => void toast.success('Feed deleted.'),
    onError: (error) => toast.error(getErrorMessage(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen && feed !== undefined}
      onClose={onClose}
      onConfirm={() => feed && remove.mutate(feed._id)}
      title={`Delete “${feed?.name ?? ''}”?`}
      consequence="Its alerts no longer raise messages. Alerts on the screens stay until they end."
      confirmLabel="Delete feed"
      isBusy={remove.isPending}
    />
  );
}
