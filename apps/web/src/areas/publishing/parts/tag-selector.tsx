import { useQuery } from '@tanstack/react-query';
import type { DeviceTag } from '@vitrine/contract/device-tags';
import { TAG_PUBLISH_LIMITS } from '@vitrine/contract/tag-publishes';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { TagIcon } from '../../../ui/app-icons.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Text } from '../../../ui/text.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { publishTagsOptions } from '../api/tag-publishes.ts';
import styles from './publish-dialog.module.css';

interface TagSelectorProps {
  scope: OwnerScope;
  selected: readonly DeviceTag[];
  onSelect: (tags: DeviceTag[]) => void;
}

/** Tags to publish to, with the number of their devices. */
export function TagSelector({ scope, selected, onSelect }: TagSelectorProps) {
  const tags = useQuery(publishTagsOptions(scope));
  if (tags.isLoadingError) return <LoadFailure message={getErrorMessage(tags.error)} onRetry={() => void tags.refetch()} />;
  if (!tags.data) return <Skeleton style={{ height: 120 }} />;
  const selectedIds = new Set(selected.map(({ _id }) => _id));
  const toggle = (tag: DeviceTag) =>
    onSelect(selectedIds.has(tag._id) ? selected.filter(({ _id }) => _id !== tag._id) : [...selected, tag]);
  return (
    <>
      <ul className={styles.devices} aria-label="Tags">
        {tags.data.map((tag) => (
          <li key={tag._id}>
            <label className={styles.device}>
              <input
                type="checkbox"
                checked={selectedIds.has(tag._id)}
                disabled={!selectedIds.has(tag._id) && selected.length >= TAG_PUBLISH_LIMITS.tagsPerCall}
                onChange={() => toggle(tag)}
              />
              <TagIcon size={18} />
              <span className={styles.words}>
                <Text as="span" weight="medium">
                  {tag.name}
                </Text>
                <Text as="span" tone="soft" size="sm">
                  {tag.devices === 0 ? 'No screens yet' : formatCount(tag.devices, 'screen')}
                </Text>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p className={styles.soft}>
        Screens that get a selected tag later show the playlist too. It ends on screens that lose the tag. Offline screens update when they
        are back.
      </p>
    </>
  );
}
