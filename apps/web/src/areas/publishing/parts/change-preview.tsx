import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Text } from '../../../ui/text.tsx';
import { type PreviewRequest, schedulePreviewOptions } from '../api/publishes.ts';
import { describeCase, describeDownloads, describeTooLarge, formatDeviceNames, summarizePreview } from '../preview-labels.ts';
import styles from './change-preview.module.css';

/** Cases that are described; the others are counted. */
const CASES_SHOWN = 10;

/** Shows, before a change is saved, which screens change when, which schedules lose, and which screens lack files or space. Null while the form is incomplete. */
export const ChangePreview = ({ request }: { request: PreviewRequest | null }) => request && <PreviewOf request={request} />;

function PreviewOf({ request }: { request: PreviewRequest }) {
  const id = useId();
  const preview = useQuery(schedulePreviewOptions(request));
  const { data } = preview;
  return (
    <section className={styles.preview} aria-labelledby={id} aria-busy={preview.isFetching}>
      <Text as="h3" id={id} size="sm" weight="bold">
        What will change
      </Text>
      {preview.isPending && <Skeleton style={{ height: 48 }} />}
      {preview.isLoadingError && <LoadFailure message={getErrorMessage(preview.error)} onRetry={() => void preview.refetch()} />}
      {data && (
        <>
          <output>{summarizePreview(data)}</output>
          {[describeTooLarge(data)].map(
            (text) =>
              text && (
                <Text key={text} tone="danger">
                  {text}
                </Text>
              ),
          )}
          {[describeDownloads(data)].map(
            (text) =>
              text && (
                <Text key={text} tone="warning">
                  {text}
                </Text>
              ),
          )}
          <Stack as="ul" gap={3}>
            {data.cases.slice(0, CASES_SHOWN).map((effect) => (
              <li key={`${effect.names[0]} ${effect.devices}`}>
                <strong>{formatDeviceNames(effect)}</strong>
                <ul className={styles.changes}>
                  {describeCase(effect, data).map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              </li>
            ))}
          </Stack>
          {data.cases.length > CASES_SHOWN && (
            <Text tone="soft">{`${data.cases.length - CASES_SHOWN} more groups of screens change differently.`}</Text>
          )}
        </>
      )}
    </section>
  );
}
