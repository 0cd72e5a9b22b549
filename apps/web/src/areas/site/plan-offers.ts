import type { PlanSlug } from '../accounts/chosen-plan.ts';

export interface DisplayPlan {
  name: string;
  /** Name of the plan on the way to its purchase. */
  slug: PlanSlug;
  /** Dollars a month; none for what costs nothing. */
  price?: number;
  note: string;
  features: string[];
}

const DISPLAY_FEATURES = ['15 GB of storage', '10 playlists', '720p video', 'Sharing with up to 5 groups', '1 display device'];

/** Source: specification 1 §2.5 and §9. */
export const DISPLAY_PLANS: DisplayPlan[] = [
  { name: 'Intro', slug: 'intro', price: 49, note: 'For trying out your first screen.', features: DISPLAY_FEATURES },
  { name: 'Base', slug: 'base', price: 69, note: 'For shops, cafés and waiting rooms.', features: DISPLAY_FEATURES },
  { name: 'Pro', slug: 'pro', price: 299, note: 'For businesses that rely on their screens.', features: DISPLAY_FEATURES },
];

export const HOME_PLANS: DisplayPlan[] = [
  {
    name: 'Free',
    slug: 'free',
    note: 'A 30-day trial. No card required.',
    features: ['5 GB of storage', '10 playlists', '20 albums', '1 device'],
  },
  {
    name: 'Single User',
    slug: 'individual',
    price: 299,
    note: 'For one person with up to 5 screens.',
    features: ['15 GB of storage', '10 playlists', 'Unlimited albums', 'Up to 5 devices'],
  },
  {
    name: 'Family Plan',
    slug: 'family',
    price: 999,
    note: 'Share albums, playlists and screens with up to five people.',
    features: ['35 GB of storage', '10 playlists', 'Unlimited albums', '1 device', 'You and up to 5 members, each with an account'],
  },
];
