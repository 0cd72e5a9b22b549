import type { SceneName } from './picture.ts';

/** Content of the demo household: people, albums, screens, playlists and orders. */
export const DOMAIN = 'demo.example';
const address = (name: string) => `${name}@${DOMAIN}`;

export const PEOPLE = {
  admin: { email: address('admin'), name: 'Administrator', registeredDaysAgo: 365, description: 'administrator: the console' },
  owner: {
    email: address('clara'),
    name: 'Clara Berger',
    registeredDaysAgo: 210,
    description: 'family owner with albums, playlists, screens and orders',
  },
  lena: { email: address('lena'), name: 'Lena Berger', registeredDaysAgo: 24, description: 'family member' },
  tom: { email: address('tom'), name: 'Tom Berger', registeredDaysAgo: 95, description: 'family member with his own plan' },
  partner: { email: address('wanda'), name: 'Wanda Reis', registeredDaysAgo: 28, description: 'partner customer with access to the shop' },
  newUser: { email: address('nils'), name: 'Nils Young', registeredDaysAgo: 0, description: 'new user without content' },
  beginner: { email: address('bea'), name: 'Bea Lund', registeredDaysAgo: 9, description: 'new user with photos but no screen' },
} as const;
export type PersonName = keyof typeof PEOPLE;

/** Days since the current period of a plan began. The bank renews a monthly plan after 28 days. */
export const PLAN_DAYS_AGO = { owner: 17, tom: 6 } as const satisfies Partial<Record<PersonName, number>>;

export const INVITED_EMAIL = address('rosa');
export const FAMILY = { name: 'The Bergers', description: 'Clara, Tom, Lena and our guests' };

export interface AlbumPlan {
  name: string;
  caption: string;
  owner: PersonName;
  isFamilyAlbum?: true;
  scene: SceneName;
  photos: number;
  /** Titles of the photos, used in order and repeated when there are more photos. */
  titles: readonly string[];
  film?: string;
}

export const ALBUMS = {
  beginnings: {
    name: 'First photos',
    caption: '',
    owner: 'beginner',
    scene: 'garden',
    photos: 6,
    titles: ['The new balcony', 'Tomatoes', 'After a week'],
  },
  lake: {
    name: 'Summer by the lake',
    caption: 'Two weeks, one boat and no plans',
    owner: 'owner',
    scene: 'lake',
    photos: 14,
    titles: ['Before breakfast', 'The jetty', 'Calm', 'Out sailing', 'Last light', 'Across the water', 'Evening swim'],
    film: 'Sunset over the lake',
  },
  birthday: {
    name: 'Lena’s birthday',
    caption: 'Ten candles, more balloons',
    owner: 'owner',
    scene: 'party',
    photos: 9,
    titles: ['Balloons', 'The cake', 'Everyone sings', 'The hall', 'After the guests'],
  },
  garden: {
    name: 'The garden',
    caption: 'Growing since March',
    owner: 'owner',
    scene: 'garden',
    photos: 12,
    titles: ['Cosmos', 'By the fence', 'After the rain', 'First in bloom', 'The long bed', 'August'],
    film: 'Flowers in the wind',
  },
  menu: {
    name: 'Weekly menu',
    caption: 'What’s for dinner, Monday to Sunday',
    owner: 'owner',
    scene: 'meal',
    photos: 7,
    titles: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  },
  window: {
    name: 'Window offers',
    caption: 'For the shop window screen',
    owner: 'owner',
    scene: 'stillLife',
    photos: 8,
    titles: ['New vases', 'Autumn colors', 'Clay and glass', 'Small gifts'],
  },
  mountains: {
    name: 'Mountains in October',
    caption: 'From hut to hut',
    owner: 'owner',
    scene: 'mountains',
    photos: 10,
    titles: ['The pass', 'Larches', 'From the hut', 'Above the fog', 'Way down'],
  },
  sea: {
    name: 'A week by the sea',
    caption: 'Everyone’s photos in one place',
    owner: 'owner',
    isFamilyAlbum: true,
    scene: 'sea',
    photos: 10,
    titles: ['Low tide', 'The bay', 'Wind from the west', 'Blue hour', 'Morning run'],
    film: 'Waves',
  },
  winter: {
    name: 'Winter walks',
    caption: '',
    owner: 'lena',
    scene: 'winter',
    photos: 8,
    titles: ['Fresh snow', 'Behind the house', 'Full moon', 'The clearing'],
  },
  workshop: {
    name: 'From the workshop',
    caption: '',
    owner: 'tom',
    scene: 'stillLife',
    photos: 6,
    titles: ['First try', 'Glazed', 'For the market'],
  },
} as const satisfies Record<string, AlbumPlan>;
export type AlbumName = keyof typeof ALBUMS;

export const SCREENS = {
  living: { name: 'Living room', timeZone: 'Europe/Berlin', tags: ['Downstairs', 'Large'] },
  kitchen: { name: 'Kitchen', timeZone: 'Europe/Berlin', tags: ['Downstairs', 'Menu'] },
} as const;
export type ScreenName = keyof typeof SCREENS;

export interface PlaylistPlan {
  name: string;
  caption: string;
  albums: readonly AlbumName[];
  /** Screens on which it is published. Without a schedule, it is shown all day. */
  publishes: readonly { screen: ScreenName; schedule?: object }[];
}

export const PLAYLISTS: readonly PlaylistPlan[] = [
  {
    name: 'Evenings at home',
    caption: 'The lake, the mountains and Lena’s winter',
    albums: ['lake', 'mountains', 'winter'],
    publishes: [{ screen: 'living' }, { screen: 'kitchen', schedule: { startTime: '19:00', endTime: '23:00', repeat: 'Daily' } }],
  },
  {
    name: 'In the kitchen',
    caption: 'The weekly menu and the garden',
    albums: ['menu', 'garden'],
    publishes: [{ screen: 'kitchen' }],
  },
  {
    name: 'Birthday weekend',
    caption: '',
    albums: ['birthday'],
    publishes: [{ screen: 'living', schedule: { startTime: '14:00', endTime: '18:00', repeat: 'Weekly', weekdays: [0, 6] } }],
  },
];

type OrderOutcome = 'waiting' | 'failed' | 'paid' | 'production' | 'shipped' | 'completed' | 'refunded';

export interface OrderPlan {
  daysAgo: number;
  outcome: OrderOutcome;
  quantity: 1 | 2 | 3 | 5;
}

/** Oldest first, like order numbers. An order that has waited for a month can no longer be paid. */
export const POSTER_ORDERS: readonly (OrderPlan & { size: string })[] = [
  { daysAgo: 160, outcome: 'completed', quantity: 2, size: '12 × 18 in' },
  { daysAgo: 95, outcome: 'refunded', quantity: 1, size: '24 × 36 in' },
  { daysAgo: 21, outcome: 'shipped', quantity: 1, size: '12 × 18 in' },
  { daysAgo: 8, outcome: 'production', quantity: 3, size: '12 × 18 in' },
  { daysAgo: 5, outcome: 'failed', quantity: 1, size: '24 × 36 in' },
  { daysAgo: 2, outcome: 'paid', quantity: 1, size: '12 × 18 in' },
  { daysAgo: 1, outcome: 'waiting', quantity: 2, size: '12 × 18 in' },
];

export const PRODUCTS = [
  { name: 'Oak frame', description: 'For prints up to 24 × 36 in', price: 49, weight: 900, scene: 'frame' },
  { name: 'Table easel', description: 'Folds flat', price: 29.5, weight: 650, scene: 'easel' },
  { name: 'Picture light', description: 'Warm white, with a switch', price: 64, weight: 480, scene: 'pictureLight' },
  { name: 'Wall hooks (set of 10)', description: 'Each holds up to 5 kg', price: 12, weight: 200, scene: 'hooks' },
] as const;

export const PRODUCT_ORDERS: readonly OrderPlan[] = [
  { daysAgo: 25, outcome: 'shipped', quantity: 2 },
  { daysAgo: 12, outcome: 'paid', quantity: 1 },
  { daysAgo: 4, outcome: 'failed', quantity: 1 },
  { daysAgo: 1, outcome: 'waiting', quantity: 3 },
];

export const QUESTIONS = [
  {
    question: 'How do I set up a screen in the kitchen?',
    answer: '<p>Open <strong>/screen</strong> in a browser there, then add the six-character ID it shows under Devices.</p>',
  },
  {
    question: 'Can everyone in the family add photos?',
    answer: '<p>Yes. They can add photos to family albums and to albums shared with them as “can edit”.</p>',
  },
];

export const MESSAGES = [
  {
    from: 'tom',
    phoneNo: '5035550142',
    messageText: 'Can a screen turn off automatically at night? It lights up the living room at 3 in the morning.',
  },
  { from: 'lena', phoneNo: '5035550177', messageText: 'Thank you for the posters! They arrived today and look wonderful.' },
] as const;
