import type { ManifestItem } from '@vitrine/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeSplice } from './playlist-contents.rules.ts';

const item = (name: string, durationMs = 5000): ManifestItem => ({
  id: name,
  mediaId: name,
  kind: 'image',
  sha256: `sha of ${name}`,
  durationMs,
});
const file = ({ sha256 }: ManifestItem) => ({ sha256, sizeBytes: 1, mimetype: 'image/jpeg' });
const letters = (text: string) => Array.from(text, (letter) => item(letter));
const splice = (before: ManifestItem[], items: ManifestItem[]) =>
  computeSplice({ digest: 'before', items: before, files: before.map(file) }, { items, files: items.map(file) });

describe('computeSplice', () => {
  it('contains only the added item', () => {
    expect(splice(letters('abc'), letters('abxc'))).toEqual({ of: 'before', at: 2, drop: 0, items: [item('x')], files: [file(item('x'))] });
  });

  it('is empty when only the name changed', () => {
    expect(splice(letters('abc'), letters('abc'))).toMatchObject({ drop: 0, items: [], files: [] });
  });

  it('contains an item whose duration changed', () => {
    expect(splice(letters('ab'), [item('a'), item('b', 9000)])).toMatchObject({ at: 1, drop: 1, items: [item('b', 9000)] });
  });

  it('contains an item whose file got an HD copy', () => {
    const items = letters('abc');
    const files = items.map(file);
    const withHd = files.map((one, index) => (index === 1 ? { ...one, hd: { sha256: 'hd of b', sizeBytes: 1 } } : one));
    expect(computeSplice({ digest: 'before', items, files }, { items, files: withHd })).toEqual({
      of: 'before',
      at: 1,
      drop: 1,
      items: [item('b')],
      files: [withHd[1]],
    });
  });

  it('does not exist when synchronized playback, the layout or a file of its items changed', () => {
    const layout = (divider: number, ...items: ManifestItem[]) => ({
      preset: 'side' as const,
      divider,
      zones: [{ zone: 'side' as const, items }],
    });
    const [a, b, s] = [item('a'), item('b'), item('s')];
    const before = { digest: 'before', items: [a], files: [file(a), file(s)], layout: layout(70, s) };
    const now = { items: [a, b], files: [file(a), file(b), file(s)], layout: layout(70, s) };
    expect(computeSplice(before, now)).toMatchObject({ at: 1, drop: 0, items: [b], files: [file(b)] });
    expect(computeSplice(before, { ...now, layout: layout(71, s) })).toBeUndefined();
    expect(computeSplice(before, { ...now, layout: layout(70, s, b) })).toBeUndefined();
    expect(computeSplice(before, { items: now.items, files: now.files })).toBeUndefined();
    expect(computeSplice(before, { ...now, synchronized: true })).toBeUndefined();
    const withHd = [file(a), file(b), { ...file(s), hd: { sha256: 'hd of s', sizeBytes: 1 } }];
    expect(computeSplice(before, { ...now, files: withHd })).toBeUndefined();
  });

  it('computes the new contents from the old ones in all cases', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(texts, texts, (before, now) => {
        const { at = NaN, drop = NaN, items = [] } = splice(letters(before), letters(now)) ?? {};
        expect([...letters(before).slice(0, at), ...items, ...letters(before).slice(at + drop)]).toEqual(letters(now));
      }),
    );
  });
});
