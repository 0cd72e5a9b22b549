import type { Stripe, StripeCardNumberElement, StripeElementStyle } from '@stripe/stripe-js';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { type RefObject, useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState } from 'react';
import field from '../../../ui/field.module.css';
import { FieldNote } from '../../../ui/text-field.tsx';
import type { CardFieldsProps, CollectedCard } from '../card-collector.ts';
import { getStripe } from '../stripe.ts';
import styles from './card-fields.module.css';

const KINDS = ['cardNumber', 'cardExpiry', 'cardCvc'] as const;
type Kind = (typeof KINDS)[number];
const LABELS: Record<Kind, string> = { cardNumber: 'Card number', cardExpiry: 'Expiry', cardCvc: 'CVC' };
type FieldErrors = Partial<Record<Kind, string>>;

/** Stripe names the field in its code: `incomplete_number`, `invalid_expiry_year_past`, `incomplete_cvc`. */
const getFieldKind = (code = ''): Kind | undefined => KINDS.find((kind) => code.includes(kind.replace('card', '').toLowerCase()));

/** Stripe's fields are in frames that cannot read our CSS variables. */
function readFieldStyle(place: HTMLElement): StripeElementStyle {
  const { color, fontFamily, caretColor: soft } = getComputedStyle(place);
  return { base: { color, fontFamily, fontSize: '16px', iconColor: soft, '::placeholder': { color: soft } }, invalid: { color } };
}

interface Mounted {
  stripe: Stripe;
  number: StripeCardNumberElement;
}

/** Fields that Stripe serves: no card number reaches us. */
export function StripeCardFields({ ref, isDisabled, publishableKey }: CardFieldsProps & { publishableKey: string }) {
  const id = useId();
  const places = useRef<HTMLDivElement>(null);
  const [faults, setFaults] = useState<FieldErrors>({});
  const mounted = useStripeFields(publishableKey, places, (kind, fault) => setFaults((before) => ({ ...before, [kind]: fault })));
  const collect = async (): Promise<CollectedCard> => {
    if (!mounted.current) return { failure: BUSINESS_MESSAGES.paymentUnexpected };
    const { stripe, number } = mounted.current;
    const { error, paymentMethod } = await stripe.createPaymentMethod({ type: 'card', card: number });
    if (!error) return { paymentMethodId: paymentMethod.id };
    const kind = getFieldKind(error.code);
    if (!kind) return { failure: error.message ?? BUSINESS_MESSAGES.paymentUnexpected };
    setFaults((before) => ({ ...before, [kind]: error.message }));
    return {};
  };
  useImperativeHandle(ref, () => ({ collect }));
  return (
    <div ref={places} className={styles.fields} inert={isDisabled}>
      {KINDS.map((kind) => (
        <div key={kind} className={`${field.field} ${kind === 'cardNumber' ? styles.number : ''}`}>
          <label className={field.label} htmlFor={`${id}-${kind}`}>
            {LABELS[kind]}
          </label>
          <div className={field.box} data-invalid={faults[kind] ? '' : undefined}>
            <div id={`${id}-${kind}`} data-kind={kind} className={styles.frame} />
          </div>
          <FieldNote id={`${id}-${kind}-note`} error={faults[kind]} />
        </div>
      ))}
    </div>
  );
}

function useStripeFields(publishableKey: string, places: RefObject<HTMLDivElement | null>, onFault: (kind: Kind, fault?: string) => void) {
  const mounted = useRef<Mounted>(null);
  const tell = useEffectEvent(onFault);
  const mount = useEffectEvent((stripe: Stripe): (() => void) => {
    const elements = stripe.elements();
    const placeOf = (kind: Kind) => places.current?.querySelector<HTMLElement>(`[data-kind=${kind}]`) as HTMLElement;
    const style = readFieldStyle(placeOf('cardNumber'));
    const number = elements.create('cardNumber', { style, showIcon: true });
    const expiry = elements.create('cardExpiry', { style });
    const cvc = elements.create('cardCvc', { style });
    number.on('change', ({ error }) => tell('cardNumber', error?.message));
    expiry.on('change', ({ error }) => tell('cardExpiry', error?.message));
    cvc.on('change', ({ error }) => tell('cardCvc', error?.message));
    number.mount(placeOf('cardNumber'));
    expiry.mount(placeOf('cardExpiry'));
    cvc.mount(placeOf('cardCvc'));
    mounted.current = { stripe, number };
    return () => [number, expiry, cvc].forEach((one) => one.destroy());
  });
  useEffect(() => {
    let isGone = false;
    let destroy = () => {};
    getStripe(publishableKey).then(
      (stripe) => {
        if (!isGone) destroy = mount(stripe);
      },
      () => tell('cardNumber', 'Couldn’t load the card form. Reload the page to try again.'),
    );
    return () => {
      isGone = true;
      mounted.current = null;
      destroy();
    };
  }, [publishableKey]);
  return mounted;
}
