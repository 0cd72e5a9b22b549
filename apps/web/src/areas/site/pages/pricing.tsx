import { Link, Navigate } from '@tanstack/react-router';
import { isAdministrator, useSession } from '../../../lib/session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { TextPage } from '../parts/text-page.tsx';
import { DISPLAY_PLANS, type DisplayPlan, HOME_PLANS } from '../plan-offers.ts';
import { PricingProducts } from './featured-products.tsx';
import styles from './pricing.module.css';

export function PricingPage() {
  const session = useSession();
  // Plans of the partner are visible to its customers only.
  if (session?.platform === 'WV' && !isAdministrator(session))
    return <Navigate to="/main/subscription" search={{ choose: true }} replace />;
  return (
    <TextPage title="Pricing" lead="Start free with one screen. Upgrade when you need more." isWide>
      <Stack as="section" gap={5} aria-labelledby="at-home">
        <h2 id="at-home">At home</h2>
        <Plans plans={HOME_PLANS} />
      </Stack>
      <Stack as="section" gap={5} aria-labelledby="on-display">
        <h2 id="on-display">For business</h2>
        <Plans plans={DISPLAY_PLANS} />
      </Stack>
      <PricingProducts />
    </TextPage>
  );
}

function Plans({ plans }: { plans: DisplayPlan[] }) {
  const isSignedIn = useSession() !== null;
  return (
    <ul className={styles.plans}>
      {plans.map(({ name, slug, price, note, features }) => (
        <li key={name} className={styles.plan}>
          <h3>{name}</h3>
          <p className={styles.price}>
            <strong>{price === undefined ? 'Free' : `$${price}`}</strong>
            <span>{price === undefined ? '30-day trial' : '/month'}</span>
          </p>
          <p className={styles.note}>{note}</p>
          <ul className={styles.features}>
            {features.map((feature) => (
              <li key={feature}>
                <CheckIcon size={18} />
                {feature}
              </li>
            ))}
          </ul>
          {isSignedIn ? (
            <Link to="/main/subscription" search={{ choose: true, plan: slug }} className={buttonClass()} aria-label={`Choose ${name}`}>
              Choose
            </Link>
          ) : (
            <Link
              to="/signup"
              search={{ plan: slug }}
              className={buttonClass(price === undefined ? 'primary' : 'secondary')}
              aria-label={`Sign up for ${name}`}
            >
              {price === undefined ? 'Start free' : 'Sign Up'}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
