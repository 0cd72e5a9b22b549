import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { rawFacts, takenFacts } from './media-details.tsx';

describe('takenFacts', () => {
  const nothing = { takenAt: null, place: null, camera: null, lens: null };

  it('credits GeoNames and its licence next to a place name', () => {
    const [fact] = takenFacts({ ...nothing, place: 'Lisbon, Portugal' });
    const html = renderToStaticMarkup(<>{fact?.value}</>);
    expect(fact?.term).toBe('Place');
    expect(html).toContain('Lisbon, Portugal');
    expect(html).toContain('href="https://www.geonames.org/"');
    expect(html).toContain('href="https://creativecommons.org/licenses/by/4.0/"');
  });

  it('has no entry for what the file does not say', () => {
    expect(takenFacts(nothing)).toEqual([]);
    expect(takenFacts({ ...nothing, camera: 'Canon EOS R5' })).toEqual([{ term: 'Camera', value: 'Canon EOS R5' }]);
  });
});

describe('rawFacts', () => {
  const mediaFile = { key: '', name: '', location: '', size: 1, duration: 0, fileName: '' };

  it('explains what is shown of a RAW file, and nothing for other files', () => {
    expect(rawFacts({ mediaFile: { ...mediaFile, mimetype: 'image/x-nikon-nef' } })).toMatchObject([{ term: 'Shown as' }]);
    expect(rawFacts({ mediaFile: { ...mediaFile, mimetype: 'image/jpeg' } })).toEqual([]);
  });
});
