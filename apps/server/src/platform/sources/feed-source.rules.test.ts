import type { FeedDocument } from '@vitrine/contract/sources';
import { describe, expect, it } from 'vitest';
import { feedSource } from './feed-source.ts';

const read = async (text: string | Buffer, contentType = '') =>
  (await feedSource.createDocument({ settings: { kind: 'feed' }, body: Buffer.from(text), contentType, now: 0 })) as FeedDocument;
const rss = (...items: string[]) =>
  `<rss version="2.0"><channel><title>News</title>${items.map((item) => `<item>${item}</item>`).join('')}</channel></rss>`;
const readTitle = async (title: string) => (await read(rss(`<title>${title}</title>`))).items[0]?.title;

describe('formats', () => {
  it.each([
    ['RSS', rss('<title>One</title><description>Two</description><pubDate>Fri, 27 Nov 2026 11:00:00 GMT</pubDate>')],
    [
      'Atom',
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><title>One</title><summary>Two</summary><updated>2026-11-27T11:00:00Z</updated></entry></feed>',
    ],
    [
      'JSON Feed',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'News',
        items: [{ id: '1', title: 'One', summary: 'Two', date_published: '2026-11-27T11:00:00Z' }],
      }),
    ],
    [
      'RDF',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News</title></channel><item><title>One</title><description>Two</description><dc:date>2026-11-27T11:00:00Z</dc:date></item></rdf:RDF>',
    ],
  ])('reads %s', async (_, text) => {
    expect(await read(text)).toEqual({
      kind: 'feed',
      title: 'News',
      items: [{ title: 'One', summary: 'Two', publishedAt: Date.UTC(2026, 10, 27, 11) }],
    });
  });

  it('reads feeds that are not in UTF-8', async () => {
    expect((await read(Buffer.from(rss('<title>Café</title>'), 'latin1'), 'application/xml; charset=ISO-8859-1')).items[0]?.title).toBe(
      'Café',
    );
  });

  it.each(['', '<html><body>Not found</body></html>', '{"items":[]}', '<rss', 'plain text'])('refuses “%s”', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
  });
});

describe('texts', () => {
  it.each([
    ['AT&amp;T', 'AT&T'],
    ['<![CDATA[AT&amp;T]]>', 'AT&T'],
    ['&lt;b&gt;Bold&lt;/b&gt; move', 'Bold move'],
    ['<![CDATA[<p>One</p><p>Two<br>Three</p>]]>', 'One Two Three'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;Safe', 'Safe'],
    ['1 &amp;lt; 2 &amp;amp;&amp;amp; 3', '1 < 2 && 3'],
    ['&amp;amp;lt;b&amp;amp;gt;', '&lt;b&gt;'],
    ['  One\n\t two\u0007 ', 'One two'],
  ])('turns %s into plain text', async (markup, text) => {
    expect(await readTitle(markup)).toBe(text);
  });

  it('are shortened, and there are at most 50 headlines', async () => {
    const { items } = await read(rss(...Array.from({ length: 200 }, (_, index) => `<title>${index} ${'long '.repeat(100)}</title>`)));
    expect(items).toHaveLength(50);
    expect(items[0]?.title).toMatch(/^0 long .*…$/);
  });

  it('have no date when it cannot be read', async () => {
    expect((await read(rss('<title>x</title><pubDate>yesterday</pubDate>'))).items[0]?.publishedAt).toBeNull();
  });
});

describe('hostile feeds', () => {
  it('are refused when they define entities', async () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, index) => `<!ENTITY ${'abcdefghij'[index + 1]} "${`&${'abcdefghij'[index]};`.repeat(10)}">`).join('')}]>`;
    await expect(read(bomb + rss('<title>&j;</title>'))).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
    await expect(read(`<!DOCTYPE rss SYSTEM "file:///etc/passwd">${rss('<title>x</title>')}`)).rejects.toMatchObject({
      code: 'SOURCE_INVALID',
    });
  });

  it('are refused above 2 MB', async () => {
    await expect(read(Buffer.alloc(100_000_000, 32))).rejects.toMatchObject({
      code: 'SOURCE_INVALID',
      message: 'The data at this address is too large.',
    });
  });

  it('with 100,000 attributes or 50,000 nested elements give a small document or a refusal', async () => {
    const attributes = Array.from({ length: 100_000 }, (_, index) => ` a${index}="1"`).join('');
    expect(await read(rss(`<title${attributes}>x</title>`))).toMatchObject({ kind: 'feed' });
    await expect(read(rss(`<title>${'<b>'.repeat(50_000)}</title>`)).catch(({ code }) => code)).resolves.toSatisfy(
      (result) => result === 'SOURCE_INVALID' || result.kind === 'feed',
    );
  });

  it('cannot change prototypes', async () => {
    await read(rss('<title>x</title><__proto__><polluted>1</polluted></__proto__><constructor>y</constructor>')).catch(() => undefined);
    expect({}).not.toHaveProperty('polluted');
  });
});
