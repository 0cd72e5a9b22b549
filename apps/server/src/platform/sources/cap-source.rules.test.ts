import { describe, expect, it } from 'vitest';
import { aCapAlert, createSigningKey, signXml } from '../../testing/cap.ts';
import { readCap } from './cap-source.ts';

const ADDRESS = 'https://warnings.example/feeds/all.xml';
const read = (xml: string, { address = ADDRESS, trustedKeys = null }: { address?: string; trustedKeys?: string | null } = {}) =>
  readCap({ body: Buffer.from(xml).toString('base64'), contentType: 'application/xml', address, trustedKeys, now: Date.now() });

describe('readCap', () => {
  it('reads an alert, also after a long comment', async () => {
    expect(await read(`<!-- ${'<feed>'.repeat(100)} -->${aCapAlert('A1')}`)).toMatchObject({ kind: 'alert', alert: { identifier: 'A1' } });
  });

  it('lists the entries of an Atom feed with the links to their alerts', async () => {
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>All</title>
      <entry><id>1</id><updated>2026-05-04T10:00:00Z</updated><link rel="self" href="/self"/><link type="application/cap+xml" href="1.cap"/></entry>
      <entry><id>2</id><updated>2026-05-04T11:00:00Z</updated><link href="http://warnings.example/2.cap"/></entry>
      <entry><id>3</id><link href="javascript:alert(1)"/></entry><entry><id>4</id></entry></feed>`;
    expect(await read(feed)).toEqual({
      kind: 'feed',
      entries: [
        { address: 'https://warnings.example/feeds/1.cap', updated: '2026-05-04T10:00:00Z' },
        { address: 'https://warnings.example/2.cap', updated: '2026-05-04T11:00:00Z' },
      ],
    });
  });

  it('lists the items of an RSS feed, at most 100', async () => {
    const items = Array.from(
      { length: 120 },
      (_, at) => `<item><link>https://warnings.example/${at}.cap</link><pubDate>Mon</pubDate></item>`,
    );
    const content = await read(`<rss version="2.0"><channel><title>All</title>${items.join('')}</channel></rss>`);
    const entries = content.kind === 'feed' ? content.entries : [];
    expect(entries).toHaveLength(100);
    expect(entries[0]).toEqual({ address: 'https://warnings.example/0.cap', updated: 'Mon' });
  });

  it.each([
    ['a page', '<!DOCTYPE html><html></html>'],
    ['another document', '<html><body/></html>'],
    ['an alert that is too large', aCapAlert('A1').replace('Flood', 'x'.repeat(300_000))],
    ['deep nesting', `<alert>${'<a>'.repeat(50_000)}`],
  ])('refuses %s', async (_name, xml) => {
    await expect(read(xml)).rejects.toMatchObject({ code: 'CAP_INVALID' });
  });

  it('requires a signature when there are trusted keys', async () => {
    const key = createSigningKey();
    await expect(read(aCapAlert('A1'), { trustedKeys: key.publicKey })).rejects.toMatchObject({ code: 'CAP_SIGNATURE_INVALID' });
    expect(await read(signXml(aCapAlert('A1'), key), { trustedKeys: key.publicKey })).toMatchObject({ kind: 'alert' });
  });
});
