import { describe, expect, it } from 'vitest';
import { groupScreensByChange, type ResolvedChange } from './manifest-changes.rules.ts';

const at = '2026-11-22T00:00:00.000Z';
const publish = (playlistId: string, more: object = {}) => ({
  playlistId,
  main: false,
  activatedAt: at,
  updatedAt: at,
  schedule: null,
  ...more,
});
const screens = (...from: number[]) => from.map((revision, index) => ({ screenId: `s${index}`, deviceId: `d${index}`, from: revision }));
const changed = (more: Partial<ResolvedChange>): ResolvedChange => ({
  publishes: { deviceIds: [], playlistIds: [], now: [] },
  playlists: [],
  devices: new Map(),
  sources: null,
  ...more,
});
const playlist = (playlistId: string) => ({ playlistId, name: playlistId, contents: 'digest' });

describe('messages to screens', () => {
  it('are one message for all screens with the same revision and the same change', () => {
    const now = [{ publish: publish('p'), deviceIds: ['d0', 'd1', 'd2'] }];
    const crowds = groupScreensByChange(
      screens(4, 4, 7),
      changed({ publishes: { deviceIds: ['d0', 'd1', 'd2'], playlistIds: ['p'], now } }),
    );
    expect(crowds.map(({ screenIds, change }) => [screenIds, change.from])).toEqual([
      [['s0', 's1'], 4],
      [['s2'], 7],
    ]);
  });

  it('differ where a playlist is published differently', () => {
    const now = [
      { publish: publish('p'), deviceIds: ['d0'] },
      { publish: publish('p', { main: true }), deviceIds: ['d1'] },
    ];
    const crowds = groupScreensByChange(screens(1, 1), changed({ publishes: { deviceIds: ['d0', 'd1'], playlistIds: ['p'], now } }));
    expect(crowds.map(({ change }) => change.publishes[0]?.main)).toEqual([false, true]);
  });

  it('report a removed playlist only to screens whose publishes changed', () => {
    const crowds = groupScreensByChange(screens(1, 1), changed({ publishes: { deviceIds: ['d0'], playlistIds: ['p'], now: [] } }));
    expect(crowds.map(({ change }) => change.removed)).toEqual([['p'], []]);
  });

  it('report a playlist only to screens that have it', () => {
    const playlists = [
      { playlist: playlist('p'), deviceIds: new Set(['d0', 'd1']) },
      { playlist: playlist('q'), deviceIds: new Set(['d1']) },
    ];
    const crowds = groupScreensByChange(screens(1, 1, 1), changed({ playlists }));
    expect(crowds.map(({ change }) => change.playlists.map(({ playlistId }) => playlistId))).toEqual([['p'], ['p', 'q'], []]);
  });

  it('name all sources of their screens, with places for new documents', () => {
    const source = (id: string, sha256: string) => ({ id, sha256, changedAt: at, failingSince: null });
    const both = [source('a', 'old'), source('b', 'new')];
    const byDevice = new Map([
      ['d0', both],
      ['d1', both],
      ['d2', [source('a', 'old')]],
    ]);
    const crowds = groupScreensByChange(screens(1, 1, 1, 1), changed({ sources: { byDevice, newDocuments: new Set(['new']) } }));
    expect(crowds.map(({ screenIds, change }) => [screenIds, change.sources])).toEqual([
      [
        ['s0', 's1'],
        [source('a', 'old'), { ...source('b', 'new'), document: null }],
      ],
      [['s2'], [source('a', 'old')]],
      [['s3'], []],
    ]);
  });

  it('are empty for a screen without an owner', () => {
    expect(groupScreensByChange([{ screenId: 's', deviceId: null, from: 1 }], changed({}))).toEqual([]);
  });
});
