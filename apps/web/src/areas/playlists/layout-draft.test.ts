import { expect, it } from 'vitest';
import { changePreset, changeZone, isSameDraft, toBody, toDraft } from './layout-draft.ts';

const album = (name: string) => ({ _id: name, name, thumbnail: null });

it('keeps albums when the preset changes, also those of zones that the new one lacks', () => {
  let draft = changePreset(toDraft(null), 'l');
  draft = changeZone(draft, 'bottom', { album: album('news') });
  draft = changeZone(draft, 'side', { album: album('menu'), duration: 20 });
  const grid = changePreset(draft, 'grid');
  expect(grid.zones.map(({ zone, album: shown }) => [zone, shown?.name])).toEqual([
    ['topRight', 'menu'],
    ['bottomLeft', 'news'],
    ['bottomRight', undefined],
  ]);
  expect(grid.zones[0]?.duration).toBe(20);
  expect(changePreset(grid, 'ticker').zones).toEqual([{ zone: 'bottom', album: album('menu'), duration: 20 }]);
});

it('sends only zones with an album, and null for the whole screen', () => {
  const draft = changeZone(changePreset(toDraft(null), 'l'), 'side', { album: album('menu') });
  expect(toBody(draft)).toEqual({ layout: { preset: 'l', divider: 75, zones: [{ zone: 'side', albumId: 'menu', duration: 0 }] } });
  expect(toBody(changePreset(draft, null))).toEqual({ layout: null });
});

it('is the same after a preset was tried and the previous one was chosen again', () => {
  const saved = {
    preset: 'side' as const,
    divider: 70,
    zones: [{ zone: 'side' as const, album: album('menu'), duration: 0, itemCount: 3 }],
  };
  const draft = toDraft(saved);
  expect(isSameDraft(changePreset(changePreset(draft, null), 'side'), draft)).toBe(true);
  expect(isSameDraft({ ...draft, divider: 60 }, draft)).toBe(false);
});
