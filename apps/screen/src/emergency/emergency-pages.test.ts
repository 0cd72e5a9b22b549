import type { EmergencyText, StoredEmergencyMessage } from '@vitrine/contract/emergency';
import type { KnownAlert } from '@vitrine/playback';
import { describe, expect, it } from 'vitest';
import { choosePage, listPages } from './emergency-pages.ts';

const text = (language: string, title: string, body = ''): EmergencyText => ({ language, title, text: body });
const messageOf = (messageId: string, ...texts: EmergencyText[]): StoredEmergencyMessage => ({
  messageId,
  digest: 'd',
  texts,
  color: 'red',
  picture: null,
});
const alertOf = (messageId: string, drill = false): KnownAlert => ({
  alertId: `alert of ${messageId}`,
  messageId,
  digest: 'd',
  endsAt: 1,
  drill,
  revision: 1,
});
const listTitles = (...given: Parameters<typeof listPages>) => listPages(...given).map(({ texts }) => texts.map(({ title }) => title));

describe('listPages', () => {
  it('shows two short languages on one page', () => {
    expect(listTitles([alertOf('fire')], [messageOf('fire', text('en', 'Fire'), text('de', 'Feuer'))])).toEqual([['Fire', 'Feuer']]);
  });

  it('shows long texts and more languages one after the other', () => {
    const long = messageOf('fire', text('en', 'Fire', 'x'.repeat(200)), text('de', 'Feuer'));
    expect(listTitles([alertOf('fire')], [long])).toEqual([['Fire'], ['Feuer']]);
    const three = messageOf('fire', text('en', 'Fire'), text('de', 'Feuer'), text('fr', 'Feu'));
    expect(listTitles([alertOf('fire')], [three])).toEqual([['Fire'], ['Feuer'], ['Feu']]);
  });

  it('leaves out alerts whose message is not stored', () => {
    expect(listTitles([alertOf('flood'), alertOf('fire')], [messageOf('fire', text('en', 'Fire'))])).toEqual([['Fire']]);
  });

  it('labels a drill in the languages of its texts', () => {
    const messages = [messageOf('fire', text('en', 'Fire'), text('de-AT', 'Feuer'))];
    expect(listPages([alertOf('fire', true)], messages)[0]?.drill).toBe('Drill · Übung');
    expect(listPages([alertOf('fire')], messages)[0]?.drill).toBeNull();
  });
});

describe('choosePage', () => {
  it('takes turns by the clock', () => {
    const pages = listPages([alertOf('a'), alertOf('b')], [messageOf('a', text('en', 'A')), messageOf('b', text('en', 'B'))]);
    expect([0, 7999, 8000, 16_000].map((now) => choosePage(pages, now)?.texts[0]?.title)).toEqual(['A', 'A', 'B', 'A']);
    expect(choosePage([], 0)).toBeNull();
  });
});
