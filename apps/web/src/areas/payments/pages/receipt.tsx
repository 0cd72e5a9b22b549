import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { DocumentIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink } from '../../../ui/page-header.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { receiptOptions } from '../api/payments.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';

/** Printable receipt of one payment. */
export function ReceiptPage() {
  const { userId } = useAccountInView();
  const { paymentId } = useParams({ from: '/main/profile/transactions/$paymentId' });
  const receipt = useQuery(receiptOptions(userId, paymentId));
  return (
    <Stack gap={4}>
      <Row align="center" justify="between" gap={3} data-screen-only>
        <BackLink to="/main/profile/transactions" label="Back to transactions" isWritten />
        {receipt.data && (
          <Button icon={<DocumentIcon size={18} />} onClick={() => window.print()}>
            Print
          </Button>
        )}
      </Row>
      {receipt.isLoadingError && <LoadFailure message={getErrorMessage(receipt.error)} onRetry={() => void receipt.refetch()} />}
      {receipt.isPending && <Skeleton style={{ height: 420 }} />}
      {receipt.data && <ReceiptSheet receipt={receipt.data} />}
    </Stack>
  );
}
