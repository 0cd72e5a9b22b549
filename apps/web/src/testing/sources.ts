import type { Source, SourceDetails, SourceDocument } from '@vitrine/contract/sources';

export const FEED_DOCUMENT: SourceDocument = {
  kind: 'feed',
  title: 'City news',
  items: [{ title: 'New tram line opens', summary: 'Every six minutes.', publishedAt: null }],
};

/** Creates a feed of the signed-in user whose data is current. `place` makes its id. */
export const aSource = (name: string, place: number, values: Partial<Source> = {}): Source => ({
  _id: `00000000-0000-7000-8000-0000000005${String(place).padStart(2, '0')}`,
  kind: 'feed',
  name,
  settings: { kind: 'feed' },
  hasAddress: true,
  state: 'current',
  changedAt: '2026-11-27T09:00:00.000Z',
  checkedAt: '2026-11-27T09:05:00.000Z',
  failingSince: null,
  failure: null,
  intervalMinutes: 15,
  usedBy: 0,
  isOwn: true,
  ...values,
});

export const aFailingSource = (name: string, place: number, values: Partial<Source> = {}): Source =>
  aSource(name, place, {
    state: 'failing',
    failingSince: '2026-11-27T08:00:00.000Z',
    failure: 'The site has no page at this address. Check the address.',
    ...values,
  });

export const detailsOf = (source: Source, values: Partial<SourceDetails> = {}): SourceDetails => ({
  source,
  address: 'https://news.example.com/feed.xml',
  document: source.state === 'waiting' ? null : FEED_DOCUMENT,
  currentUntil: source.failingSince === null ? null : Date.parse(source.failingSince),
  ...values,
});
