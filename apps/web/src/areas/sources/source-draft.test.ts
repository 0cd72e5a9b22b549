import { describe, expect, it } from 'vitest';
import { createDraft, findDraftErrors, splitCoordinates, suggestName, toSourceInput } from './source-draft.ts';

const feed = (address: string) => ({ ...createDraft('feed'), address });

describe('the address of a source', () => {
  it.each([
    ['news.example.com/feed.xml', 'https://news.example.com/feed.xml'],
    ['  https://news.example.com/feed.xml ', 'https://news.example.com/feed.xml'],
    ['http://news.example.com', 'http://news.example.com'],
    ['webcal://example.com/team.ics', 'https://example.com/team.ics'],
    ['feed:example.com/rss', 'https://example.com/rss'],
    ['localhost:8080/feed', 'https://localhost:8080/feed'],
  ])('%s is completed to %s', (typed, sent) => {
    expect(toSourceInput(feed(typed)).address).toBe(sent);
    expect(findDraftErrors(feed(typed)).size).toBe(0);
  });

  it.each(['', '   ', 'ftp://example.com/feed', 'javascript:alert(1)', 'two words'])('“%s” is reported', (typed) => {
    expect([...findDraftErrors(feed(typed)).keys()]).toEqual(['address']);
  });

  it('may stay empty when the server keeps the one it has', () => {
    expect(findDraftErrors(feed(''), { isAddressOptional: true }).size).toBe(0);
    expect(toSourceInput(feed('')).address).toBeUndefined();
  });
});

describe('the suggested name', () => {
  it.each([
    [feed('https://www.example.com/feed'), 'example.com'],
    [feed(''), 'Headlines'],
    [{ ...createDraft('weather'), place: 'Graz' }, 'Graz'],
    [createDraft('calendar'), 'Calendar'],
  ])('of %o is %s', (draft, name) => {
    expect(suggestName(draft)).toBe(name);
    expect(toSourceInput(draft).name).toBe(name);
  });
});

describe('coordinates', () => {
  it.each([
    ['48.2082, 16.3738', { latitude: '48.2082', longitude: '16.3738' }],
    ['48.2082,16.3738', { latitude: '48.2082', longitude: '16.3738' }],
    ['-33.87 151.21', { latitude: '-33.87', longitude: '151.21' }],
    ['48.2', null],
    ['48,2', null],
    ['somewhere', null],
  ])('in “%s” are %o', (text, coordinates) => {
    expect(splitCoordinates(text)).toEqual(coordinates);
  });

  it('are read with a decimal comma and refused when they are on no globe', () => {
    const draft = { ...createDraft('weather'), place: 'Graz', latitude: '47,07', longitude: '15.44' };
    expect(toSourceInput(draft).settings).toMatchObject({ latitude: 47.07, longitude: 15.44 });
    expect(findDraftErrors(draft).size).toBe(0);
    expect([...findDraftErrors({ ...draft, latitude: '91', longitude: '' }).keys()]).toEqual(['latitude', 'longitude']);
  });
});
