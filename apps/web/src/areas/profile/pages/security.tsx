import { useQuery } from '@tanstack/react-query';
import type { SecondFactor } from '@vitrine/contract/second-factor';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount, formatDate } from '../../../lib/format.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { secondFactorOptions } from '../api/second-factor.ts';
import { ApiTokens } from '../parts/api-tokens.tsx';
import { CompanyAccount } from '../parts/company-account.tsx';
import { Passkeys } from '../parts/passkeys.tsx';
import { NewRecoveryCodesDialog, SetUpSecondFactorDialog, TurnOffSecondFactorDialog } from '../parts/second-factor-dialogs.tsx';
import { Webhooks } from '../parts/webhooks.tsx';

/** From this number of recovery codes on, the page suggests new ones. */
const FEW_CODES = 3;

/** Passkeys, the company account, two-step sign-in, API tokens and webhooks of the own account. */
export function SecurityPage() {
  const factor = useQuery(secondFactorOptions);
  const { dialog, open, close } = useDialog();
  if (factor.isLoadingError) return <LoadFailure message={getErrorMessage(factor.error)} onRetry={() => void factor.refetch()} />;
  if (factor.isPending) return <Skeleton style={{ height: 180 }} />;
  return (
    <Stack gap={5}>
      <Passkeys />
      <CompanyAccount />
      <Panel
        title="Two-step sign-in"
        note="Besides your password, signing in on a new browser needs a code from an app on your phone. A stolen password alone then opens nothing."
        actions={
          factor.data.isOn ? (
            <>
              <Button onClick={() => open('recoveryCodes')}>New recovery codes</Button>
              <Button kind="danger" onClick={() => open('turnOffTwoStep')}>
                Turn off
              </Button>
            </>
          ) : (
            <Button kind="primary" onClick={() => open('setUpTwoStep')}>
              Set up
            </Button>
          )
        }
      >
        <FactorState factor={factor.data} />
      </Panel>
      <ApiTokens />
      <Webhooks />
      <SetUpSecondFactorDialog isOpen={dialog === 'setUpTwoStep'} onClose={close} />
      <TurnOffSecondFactorDialog isOpen={dialog === 'turnOffTwoStep'} onClose={close} />
      <NewRecoveryCodesDialog isOpen={dialog === 'recoveryCodes'} onClose={close} />
    </Stack>
  );
}

function FactorState({ factor: { isOn, since, recoveryCodesLeft } }: { factor: SecondFactor }) {
  if (!isOn) {
    return (
      <Row>
        <Badge>Off</Badge>
      </Row>
    );
  }
  return (
    <Stack gap={2}>
      <Row gap={2} wrap align="center">
        <Badge tone="success">On</Badge>
        {since && <Text tone="soft">since {formatDate(since)}</Text>}
      </Row>
      <Text tone={recoveryCodesLeft <= FEW_CODES ? 'danger' : 'soft'}>
        {recoveryCodesLeft === 0
          ? 'No recovery codes are left. Create new ones, so that you can still sign in when you lose your phone.'
          : `${formatCount(recoveryCodesLeft, 'recovery code')} left. Each one replaces a code from the app once.`}
      </Text>
    </Stack>
  );
}
