import { describe, expect, it } from 'vitest';
import { getOnboardingProgress, getOnboardingView, getProgressAnnouncement, type OnboardingData } from './onboarding-steps.ts';

const NOW = Date.parse('2026-05-05T12:00:00Z');
const NOTHING: OnboardingData = { albums: [], shared: [], devices: [] };

type AnAlbum = OnboardingData['albums'][number];
type ADevice = OnboardingData['devices'][number];

const anAlbum = (overrides: Partial<AnAlbum> = {}): AnAlbum => ({
  _id: 'a1',
  name: 'First photos',
  albumType: 'normal',
  imageCount: 0,
  videoCount: 0,
  otherCount: 0,
  abilities: { addMedia: true } as AnAlbum['abilities'],
  ...overrides,
});
const defaultAlbum = anAlbum({ _id: 'a0', name: 'My photos', albumType: 'default' });

const idle: ADevice['forecast'] = { now: null, reason: 'idle', until: null, next: null };
const plays: ADevice['forecast'] = { now: { playlistId: 'p1', name: 'First photos' }, reason: 'activated', until: null, next: null };
const screenState = (revision: number, playlistName: string | null) =>
  ({ revision, playlistName, downloaded: 1, total: 1 }) as ADevice['screen'];
const aDevice = (overrides: Partial<ADevice> = {}): ADevice => ({
  _id: 'd1',
  name: 'My screen',
  status: 1,
  revision: 2,
  screen: screenState(2, null),
  forecast: idle,
  deployedAt: null,
  ...overrides,
});
const showing = aDevice({ _id: 'd2', forecast: plays, screen: screenState(2, 'First photos'), deployedAt: '2026-05-05T11:00:00Z' });

describe('getOnboardingProgress', () => {
  it('ignores the empty default album', () => {
    const steps = getOnboardingProgress({ ...NOTHING, albums: [defaultAlbum] });
    expect(steps).toEqual({ target: undefined, filled: undefined, device: undefined, isPublished: false, isShowing: false });
    expect(getProgressAnnouncement(steps)).toBe('');
  });

  it('targets a created album and counts it as filled after the first photo', () => {
    const empty = anAlbum();
    expect(getOnboardingProgress({ ...NOTHING, albums: [empty, defaultAlbum] })).toMatchObject({ target: empty, filled: undefined });
    const filled = anAlbum({ videoCount: 1 });
    expect(getOnboardingProgress({ ...NOTHING, albums: [filled, defaultAlbum] })).toMatchObject({ target: filled, filled });
  });

  it('counts shared albums as filled, but does not add photos to them', () => {
    const shared = anAlbum({ _id: 's1', imageCount: 3, abilities: { addMedia: false } as AnAlbum['abilities'] });
    expect(getOnboardingProgress({ albums: [defaultAlbum], shared: [shared], devices: [] })).toMatchObject({
      target: undefined,
      filled: shared,
    });
    const own = anAlbum({ imageCount: 1 });
    expect(getOnboardingProgress({ albums: [own], shared: [shared], devices: [] })).toMatchObject({ filled: own });
  });

  it('prefers the screen with the most progress', () => {
    const off = aDevice({ _id: 'off', status: 0 });
    const sent = aDevice({ _id: 'sent', forecast: plays, revision: 3 });
    const progressOf = (...devices: ADevice[]) => getOnboardingProgress({ ...NOTHING, devices });
    expect(progressOf(off, aDevice()).device?._id).toBe('d1');
    expect(progressOf(aDevice(), sent)).toMatchObject({ device: sent, isPublished: true, isShowing: false });
    expect(progressOf(aDevice(), sent, showing)).toMatchObject({ device: showing, isPublished: true, isShowing: true });
    expect(progressOf(off)).toMatchObject({ device: off, isPublished: false });
  });

  it('announces the steps that are done', () => {
    const albums = [anAlbum({ imageCount: 1 })];
    expect(getProgressAnnouncement(getOnboardingProgress({ ...NOTHING, albums }))).toBe('1 of 3 steps done: photos added.');
    expect(getProgressAnnouncement(getOnboardingProgress({ ...NOTHING, albums, devices: [showing] }))).toBe(
      '3 of 3 steps done: photos added, screen added, published.',
    );
  });
});

describe('getOnboardingView', () => {
  const done = getOnboardingProgress({ ...NOTHING, devices: [showing] });
  const at = (overrides: Partial<Parameters<typeof getOnboardingView>[1]>) =>
    getOnboardingView(done, { wasShowing: true, isMember: false, now: NOW, ...overrides });

  it('shows the steps until a screen plays', () => {
    expect(
      getOnboardingView(getOnboardingProgress({ ...NOTHING, devices: [aDevice()] }), { wasShowing: false, isMember: false, now: NOW }),
    ).toBe('steps');
  });

  it('shows the playing screen, also when the user returns within a day', () => {
    expect(at({ wasShowing: false })).toBe('shown');
    expect(at({})).toBe('shown');
  });

  it('ends when a screen has played for longer, and shows the family’s screens to a new member', () => {
    expect(at({ now: NOW + 30 * 60 * 60_000 })).toBe('over');
    expect(at({ isMember: true })).toBe('joined');
    expect(at({ isMember: true, wasShowing: false })).toBe('shown');
  });
});
