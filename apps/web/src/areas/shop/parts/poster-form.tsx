import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { ERRORS } from '@vitrine/contract/errors';
import type { Media } from '@vitrine/contract/media';
import type { PaperSize } from '@vitrine/contract/poster-sheet';
import { type MasterValue, POSTER_QUANTITIES } from '@vitrine/contract/posters';
import { AppError, getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { combinationsOptions, posterPriceOptions } from '../api/posters.ts';
import {
  chooseOption,
  formatDollars,
  getAvailableValues,
  getCompleteChoice,
  getPosterTotal,
  POSTER_OPTIONS,
  type PosterOption,
} from '../poster-options.ts';
import type { MakePosterSearch } from '../search-params.ts';
import { BuyPoster } from './buy-poster.tsx';

type PosterQuantity = (typeof POSTER_QUANTITIES)[number];

const LABELS: Record<PosterOption, string> = {
  orientationId: 'Orientation',
  sizeId: 'Size',
  paperStockId: 'Paper stock',
  laminationId: 'Lamination',
};

interface PosterFormProps {
  values: readonly MasterValue[];
  media: Media;
  sheet: PaperSize | null;
}

/** The options in their order, the price, and BUY. */
export function PosterForm({ values, media, sheet }: PosterFormProps) {
  const { orientationId, sizeId, paperStockId, laminationId, shippingIn, ...search } = useSearch({ from: '/main/media/makeposter' });
  const quantity = POSTER_QUANTITIES.find((offered) => offered === search.quantity) ?? 1;
  const choice = { orientationId, sizeId, paperStockId, laminationId };
  const chooseMore = usePosterChoice();
  const combinations = useQuery(combinationsOptions(orientationId));
  const shippings = values.filter(({ type }) => type === 'shippingus' || type === 'shippingalaskahawai');
  const shipping = shippings.find(({ _id }) => _id === shippingIn);
  const offers = (option: PosterOption) =>
    option === 'orientationId'
      ? values.filter(({ type }) => type === 'orientation')
      : getAvailableValues(option, choice, combinations.data ?? []);
  const pick = (option: PosterOption, id: string) => {
    const none = { orientationId: undefined, sizeId: undefined, paperStockId: undefined, laminationId: undefined };
    chooseMore({ ...none, ...chooseOption(choice, option, id), ...(id === '' && { [option]: undefined }) });
  };
  return (
    <Panel title="Your poster">
      {combinations.isLoadingError && <Text tone="danger">{getErrorMessage(combinations.error)}</Text>}
      {POSTER_OPTIONS.map((option) => (
        <SelectField
          key={option}
          label={LABELS[option]}
          placeholder="Choose an option"
          value={choice[option] ?? ''}
          disabled={offers(option).length === 0}
          options={offers(option).map(({ _id, name }) => ({ value: _id, label: name }))}
          onChange={(event) => pick(option, event.target.value)}
        />
      ))}
      <SelectField
        label="Shipping location"
        placeholder="Choose a location"
        value={shipping?._id ?? ''}
        options={shippings.map(({ _id, name }) => ({ value: _id, label: name }))}
        onChange={(event) => chooseMore({ shippingIn: event.target.value || undefined })}
      />
      <SelectField
        label="Quantity"
        value={String(quantity)}
        options={POSTER_QUANTITIES.map((count) => ({ value: String(count), label: String(count) }))}
        onChange={(event) => chooseMore({ quantity: Number(event.target.value) })}
      />
      <PriceAndBuy media={media} sheet={sheet} shipping={shipping} quantity={quantity} choice={choice} />
    </Panel>
  );
}

interface PriceAndBuyProps {
  media: Media;
  sheet: PaperSize | null;
  shipping: MasterValue | undefined;
  quantity: PosterQuantity;
  choice: Parameters<typeof getCompleteChoice>[0];
}

function PriceAndBuy({ media, sheet, shipping, quantity, choice }: PriceAndBuyProps) {
  const { isOwn } = useAccountInView();
  const dialog = useDialog();
  const isWhole = getCompleteChoice(choice) !== undefined && shipping !== undefined;
  const price = useQuery(posterPriceOptions(shipping ? choice : {}));
  const loss = getLoadFailure(price);
  const priced = isWhole && price.data && !loss ? price.data : undefined;
  return (
    <>
      {loss ? (
        <Text role="alert" tone="danger">
          {loss instanceof AppError && loss.status === 404 ? ERRORS.POSTER_UNAVAILABLE.message : getErrorMessage(loss)}
        </Text>
      ) : (
        <Stack as="output" gap={4}>
          {!isWhole && (
            <Text tone="soft" size="sm">
              {BUSINESS_MESSAGES.posterFields}
            </Text>
          )}
          {isWhole && !priced && <Skeleton style={{ height: 120 }} />}
          {priced && <Summary price={priced.price} quantity={quantity} sending={shipping?.price ?? 0} />}
        </Stack>
      )}
      {isOwn ? (
        <Button kind="primary" size="large" disabled={!priced} onClick={() => dialog.open('address')}>
          BUY
        </Button>
      ) : (
        <Text tone="soft" size="sm">
          Only the account owner can place orders.
        </Text>
      )}
      {isOwn && priced && shipping && (
        <BuyPoster media={media} sheet={sheet} shipping={shipping} quantity={quantity} combinationId={priced._id} price={priced.price} />
      )}
    </>
  );
}

const Summary = ({ price, quantity, sending }: { price: number; quantity: number; sending: number }) => (
  <FactList
    facts={[
      { term: 'Item price', value: `${formatDollars(price)} × ${quantity} = ${formatDollars(getPosterTotal(price, quantity, 0))}` },
      { term: 'Shipping', value: formatDollars(sending) },
      { term: 'Total', value: <strong>{formatDollars(getPosterTotal(price, quantity, sending))}</strong> },
    ]}
  />
);

/** Writes what was chosen into the address; choices are no steps that Back goes through. */
export function usePosterChoice(): (patch: Partial<MakePosterSearch>) => void {
  const navigate = useNavigate();
  return (patch) =>
    void navigate({
      to: '/main/media/makeposter',
      search: (before) => ({ ...(before as MakePosterSearch), ...patch }),
      replace: true,
      resetScroll: false,
    });
}
