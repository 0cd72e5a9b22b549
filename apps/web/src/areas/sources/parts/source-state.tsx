import type { Source } from '@vitrine/contract/sources';
import { CheckIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { Text } from '../../../ui/text.tsx';
import { describeState, isFetched } from '../source-labels.ts';
import styles from './sources.module.css';

const ICONS = { waiting: <Spinner size={16} />, current: <CheckIcon size={16} />, failing: <WarningIcon size={16} /> };

/** How recent the data of a source is, and why it could not be fetched. */
export function SourceState({ source }: { source: Source }) {
  if (!isFetched(source)) {
    return (
      <Text as="span" size="sm" tone="soft">
        {source.settings.kind === 'table' && source.settings.format === 'typed'
          ? 'Entered by hand'
          : 'Copied from another account, not updated'}
      </Text>
    );
  }
  return (
    <Stack as="span" gap={1} canShrink>
      <Text as="span" size="sm" className={styles.state} data-state={source.state}>
        {ICONS[source.state]}
        {describeState(source)}
      </Text>
      {source.state === 'failing' && source.failure && (
        <Text as="span" size="sm">
          {source.failure}
        </Text>
      )}
    </Stack>
  );
}
