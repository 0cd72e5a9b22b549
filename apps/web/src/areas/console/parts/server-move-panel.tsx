import { useQuery } from '@tanstack/react-query';
import type { MoveFailure, RemainingScreen, ServerMove } from '@vitrine/contract/server-move';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount, formatRelative } from '../../../lib/format.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Progress, Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { serverMoveOptions, useEndServerMove, useStartServerMove } from '../api/server-move.ts';

type OpenMove = NonNullable<ServerMove['move']>;
type OpenDialog = 'start' | 'end' | undefined;

/** Moves all screens to another address of the installation, and shows which ones have not moved. */
export function ServerMovePanel() {
  const { data, error, isPending, refetch } = useQuery(serverMoveOptions);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <Panel
      title="Address of the screens"
      note="Where screens are opened"
      actions={
        data && (
          <Button onClick={() => setDialog(data.move ? 'end' : 'start')}>{data.move ? 'End the move' : 'Move to another address'}</Button>
        )
      }
    >
      {isPending && <Skeleton style={{ height: 80 }} />}
      {error && !data && <LoadFailure message={getErrorMessage(error)} onRetry={() => void refetch()} />}
      {data && (
        <FactList
          facts={[
            { term: 'Current address', value: data.currentAddress },
            ...(data.move ? [{ term: 'New address', value: data.move.address }] : []),
          ]}
        />
      )}
      {data?.move && <MoveProgress move={data.move} />}
      {data && dialog === 'start' && <StartDialog onClose={close} />}
      {data?.move && <EndDialog isOpen={dialog === 'end'} move={data.move} onClose={close} />}
    </Panel>
  );
}

const FAILURE_LABELS: Record<MoveFailure, string> = {
  unreachable: 'Can’t reach the new address',
  refused: 'Not known at the new address',
  returned: 'Returned, because it couldn’t play there',
};

const COLUMNS: Column<RemainingScreen>[] = [
  { head: 'Screen', cell: ({ name }) => name, isName: true },
  { head: 'ID', cell: ({ deviceId }) => deviceId, isWhole: true },
  { head: 'State', cell: ({ failure, isOnline }) => (failure ? FAILURE_LABELS[failure] : isOnline ? 'Not moved yet' : 'Offline') },
];

function MoveProgress({ move: { total, moved, remaining, startedAt, checkedAt } }: { move: OpenMove }) {
  const left = total - moved;
  return (
    <>
      <Text as="p">{`${moved.toLocaleString('en-US')} of ${formatCount(total, 'screen')} moved`}</Text>
      <Progress value={total === 0 ? 100 : (moved / total) * 100} label="Screens moved" />
      <Text as="p" tone="soft" size="sm">
        {`Started ${formatRelative(startedAt)}. `}
        {checkedAt
          ? `The server at the new address last answered ${formatRelative(checkedAt)}.`
          : 'Waiting for the server at the new address.'}
      </Text>
      {left > 0 && <DataTable label="Screens that have not moved" rows={remaining} columns={COLUMNS} />}
      {left > remaining.length && <Text as="p" tone="soft" size="sm">{`And ${formatCount(left - remaining.length, 'more screen')}.`}</Text>}
    </>
  );
}

function StartDialog({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState('');
  const start = useStartServerMove({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Screens are being moved.');
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate(address);
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Move to another address"
      description="All screens open the new address, one after another. Each one first checks that the server there belongs to this installation, and comes back if it can’t play there. Keep this address running until every screen has moved."
      submitLabel="Move screens"
      isSubmitting={start.isPending}
      failure={start.error ? getErrorMessage(start.error) : undefined}
      onSubmit={submit}
    >
      <TextField
        label="New address"
        type="url"
        required
        maxLength={300}
        placeholder="https://screens.example.com"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
    </FormDialog>
  );
}

function EndDialog({ isOpen, move: { total, moved }, onClose }: { isOpen: boolean; move: OpenMove; onClose: () => void }) {
  const end = useEndServerMove({ ...messageToasts, onSettled: onClose });
  const left = total - moved;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => end.mutate()}
      title="End the move?"
      consequence={
        left === 0
          ? 'All screens play at the new address and stay there.'
          : `${formatCount(left, 'screen')} will stay at the current address. Screens that have moved stay at the new one.`
      }
      confirmLabel="End the move"
      isBusy={end.isPending}
    />
  );
}
