import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ERRORS } from '@vitrine/contract/errors';
import type { Media } from '@vitrine/contract/media';
import { type MasterValue, POSTER_QUANTITIES } from '@vitrine/contract/posters';
import { useState } from 'react';
import { pictureUrl } from '../../../entities/media/picture-url.ts';
import { mediaOptions } from '../../../features/media/api/media.ts';
import { combinationsOptions, masterValuesOptions, priceOptions } from '../../../features/posters/api/posters.ts';
import {
  choose,
  formatDollars,
  OPTIONS,
  type Option,
  offersFor,
  type PosterChoice,
  totalOf,
  wholeChoice,
} from '../../../features/posters/poster-choice.ts';
import { AppError, messageOf } from '../../../lib/app-error.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './make-poster.module.css';

const LABELS: Record<Option, string> = {
  orientationId: 'Orientation',
  sizeId: 'Size',
  paperStockId: 'Paper stock',
  laminationId: 'Lamination',
};

/** What a picture would look like as a poster, and what it would cost. */
export function MakePosterPage() {
  const { mediaId, albumId } = useSearch({ from: '/main/media/makeposter' });
  const media = useQuery(mediaOptions(mediaId));
  const values = useQuery(masterValuesOptions());
  const [choice, setChoice] = useState<PosterChoice>({});
  const failed = [media, values].find((part) => part.isError);
  const isLandscape = values.data?.find(({ _id }) => _id === choice.orientationId)?.name === 'Landscape';
  return (
    <>
      <PageHeader
        title="Create Poster"
        note={media.data?.name}
        back={<BackLink to="/main/media" search={{ albumId }} label="Back to the album" />}
      />
      {failed?.error && <LoadFailure message={messageOf(failed.error)} onRetry={() => void failed.refetch()} />}
      {!failed && (
        <div className={styles.columns}>
          {media.data ? <PosterPicture media={media.data} isLandscape={isLandscape} /> : <Skeleton style={{ aspectRatio: '2 / 3' }} />}
          {values.data ? <PosterForm values={values.data} choice={choice} onChange={setChoice} /> : <Skeleton style={{ height: 420 }} />}
        </div>
      )}
    </>
  );
}

function PosterPicture({ media, isLandscape }: { media: Media; isLandscape: boolean }) {
  return (
    <figure className={styles.wall}>
      <div className={styles.poster} data-landscape={isLandscape ? '' : undefined}>
        <Picture src={pictureUrl(media.mediaFile.key, { width: 960, fit: 'inside' })} alt={media.name} loading="eager" />
      </div>
      <figcaption className={styles.soft}>The picture fills the sheet; what does not fit is cut off evenly.</figcaption>
    </figure>
  );
}

interface PosterFormProps {
  values: readonly MasterValue[];
  choice: PosterChoice;
  onChange: (choice: PosterChoice) => void;
}

function PosterForm({ values, choice, onChange }: PosterFormProps) {
  const combinations = useQuery(combinationsOptions(choice.orientationId));
  const [shippingId, setShippingId] = useState('');
  const [quantity, setQuantity] = useState<number>(1);
  const shippings = values.filter(({ type }) => type === 'shippingus' || type === 'shippingalaskahawai');
  const shipping = shippings.find(({ _id }) => _id === shippingId);
  const offers = (option: Option) =>
    option === 'orientationId' ? values.filter(({ type }) => type === 'orientation') : offersFor(option, choice, combinations.data ?? []);
  return (
    <Panel title="Your poster">
      {OPTIONS.map((option) => (
        <SelectField
          key={option}
          label={LABELS[option]}
          placeholder="Please choose"
          value={choice[option] ?? ''}
          disabled={offers(option).length === 0}
          options={offers(option).map(({ _id, name }) => ({ value: _id, label: name }))}
          onChange={(event) => onChange(choose(choice, option, event.target.value))}
        />
      ))}
      <SelectField
        label="Shipping location"
        placeholder="Please choose"
        value={shippingId}
        options={shippings.map(({ _id, name }) => ({ value: _id, label: name }))}
        onChange={(event) => setShippingId(event.target.value)}
      />
      <SelectField
        label="Quantity"
        value={String(quantity)}
        options={POSTER_QUANTITIES.map((count) => ({ value: String(count), label: String(count) }))}
        onChange={(event) => setQuantity(Number(event.target.value))}
      />
      <PriceSummary choice={choice} shipping={shipping} quantity={quantity} />
    </Panel>
  );
}

function PriceSummary({ choice, shipping, quantity }: { choice: PosterChoice; shipping: MasterValue | undefined; quantity: number }) {
  const price = useQuery(priceOptions(shipping ? choice : {}));
  if (price.isError) {
    const isUnavailable = price.error instanceof AppError && price.error.status === 404;
    return (
      <p role="alert" className={styles.refusal}>
        {isUnavailable ? ERRORS.POSTER_UNAVAILABLE.message : messageOf(price.error)}
      </p>
    );
  }
  if (!wholeChoice(choice) || !shipping) return <p className={styles.soft}>Choose all options to see the price.</p>;
  if (!price.data) return <Skeleton style={{ height: 120 }} />;
  const sending = shipping.price ?? 0;
  return (
    <output className={styles.summary}>
      <FactList
        facts={[
          { term: 'Price', value: `${formatDollars(price.data.price)} × ${quantity}` },
          { term: 'Shipping', value: formatDollars(sending) },
          { term: 'Total', value: <strong>{formatDollars(totalOf(price.data.price, quantity, sending))}</strong> },
        ]}
      />
      <p className={styles.soft}>Posters can’t be ordered yet: card payments are being set up.</p>
    </output>
  );
}
