import { useQuery } from '@tanstack/react-query';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { LIMITS } from '@vitrine/contract/limits';
import { extraScreensNumber, type Preview, type Subscription, type SubscriptionSummary } from '@vitrine/contract/subscriptions';
import { useRef, useState } from 'react';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { formatCents, formatCount } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/typed-search.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Text } from '../../../ui/text.tsx';
import { FormError, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { clearPaymentKey, getPaymentKey } from '../../payments/idempotency-key.ts';
import { getPaymentFailureMessage } from '../../payments/payment-labels.ts';
import { useFinishPayment } from '../../payments/use-payment.ts';
import { extraScreensPreviewOptions, useChangeExtraScreens } from '../api/plans.ts';
import { formatPlanPrice } from '../subscription-labels.ts';
import { PricePreview } from './price-preview.tsx';

interface ExtraScreensDialogProps {
  subscription: Subscription;
  allowance: SubscriptionSummary | null;
  onClose: () => void;
}

const readQuantity = (typed: string) => extraScreensNumber.safeParse(/^\d+$/.test(typed.trim()) ? Number(typed) : undefined);

/** Buys or removes extra screens, with the cost as previewed by the bank. */
export function ExtraScreensDialog({ subscription, allowance, onClose }: ExtraScreensDialogProps) {
  const { quantity: current, amount } = subscription.extraScreens;
  const canBuy = subscription.abilities.buyExtraScreens;
  const [typed, setTyped] = useState(String(current));
  const parsed = readQuantity(typed);
  const isTooMany = parsed.success && parsed.data > current && !canBuy;
  const wanted = parsed.success && !isTooMany && parsed.data !== current ? parsed.data : undefined;
  const settled = useDebounced(wanted, LIMITS.searchDebounceMs);
  const preview = useQuery({ ...extraScreensPreviewOptions(subscription.id, settled ?? 0), enabled: settled !== undefined });
  // Hide the preview of the previous number while the next one is loading.
  const shown = settled === wanted && wanted !== undefined ? preview.data : undefined;
  const { change, isBusy, failure, dialog } = useExtraScreensChange(subscription, onClose);
  const refusal = settled === wanted && wanted !== undefined && getLoadFailure(preview) ? getErrorMessage(preview.error) : undefined;
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        title="Extra screens"
        description={
          amount === null
            ? undefined
            : `Each extra screen costs ${formatPlanPrice(amount, subscription.plan.interval)}. You can change the number at any time.`
        }
        footer={
          <>
            <Button kind="quiet" onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button
              kind="primary"
              isLoading={isBusy}
              disabled={!shown || wanted === undefined}
              onClick={() => shown && wanted !== undefined && change(wanted, shown)}
            >
              {getSubmitLabel(wanted, current, shown)}
            </Button>
          </>
        }
      >
        <Stack gap={4}>
          <TextField
            label="Number of extra screens"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            readOnly={isBusy}
            error={isTooMany ? `You can’t buy more than ${current} now.` : parsed.error?.issues[0]?.message}
            onChange={(event) => setTyped(event.target.value)}
          />
          {parsed.success && <DeviceTotal subscription={subscription} extra={parsed.data} allowance={allowance} />}
          {(failure || refusal) && <FormError>{failure ?? refusal}</FormError>}
          {wanted !== undefined && !shown && !refusal && <Skeleton style={{ height: 128 }} />}
          {shown && <PricePreview preview={shown} />}
        </Stack>
      </Dialog>
      {dialog}
    </>
  );
}

interface DeviceTotalProps {
  subscription: Subscription;
  extra: number;
  allowance: SubscriptionSummary | null;
}

/** States the number of devices after the change. Renders nothing when another grant or an administrator decides about the number. */
function DeviceTotal({ subscription: { items, extraScreens }, extra, allowance }: DeviceTotalProps) {
  const included = Number(items.data[0]?.metadata.devices ?? 0);
  if (allowance?.devices.allowed !== included + extraScreens.quantity) return null;
  const total = formatCount(included + extra, 'device');
  return (
    <Text tone="soft" size="sm" breaks="pretty">
      {`${included} in your plan and ${extra} extra: ${total} in total. You use ${allowance.devices.used}.`}
    </Text>
  );
}

/** `Pay $60.00 and add 3 screens`, `Remove 2 screens`. */
function getSubmitLabel(wanted: number | undefined, current: number, preview: Preview | undefined): string {
  if (wanted === undefined) return 'Change number';
  if (wanted < current) return `Remove ${formatCount(current - wanted, 'screen')}`;
  const added = formatCount(wanted - current, 'screen');
  return preview && preview.amountDue > 0 ? `Pay ${formatCents(preview.amountDue)} and add ${added}` : `Add ${added}`;
}

function useExtraScreensChange({ id: subscriptionId }: Subscription, onDone: () => void) {
  const { mutateAsync: changeExtraScreens } = useChangeExtraScreens();
  const { finish, dialog } = useFinishPayment();
  const isUnderWay = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const attempt = async (quantity: number, { amountDue, prorationDate }: Preview): Promise<string | undefined> => {
    const purchase = `${subscriptionId} with ${quantity} extra screens`;
    const idempotencyKey = getPaymentKey(purchase);
    const { result, message } = await changeExtraScreens({ subscriptionId, quantity, amount: amountDue, prorationDate, idempotencyKey });
    const end = await finish(result, amountDue);
    if ('failure' in end) return end.failure;
    clearPaymentKey(purchase);
    toast.success(message ?? BUSINESS_MESSAGES.subscriptionUpdated);
    onDone();
    return undefined;
  };
  const change = (quantity: number, preview: Preview) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setFailure(undefined);
    void attempt(quantity, preview)
      .catch(getPaymentFailureMessage)
      .then((message) => {
        isUnderWay.current = false;
        setIsBusy(false);
        setFailure(message);
      });
  };
  return { change, isBusy, failure, dialog };
}
