import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PackedText, packText, sendPacked } from './packed-text.ts';

/** Placeholder of the installation's address that the build of the web app writes (apps/web/prerender). */
const ORIGIN_PLACEHOLDER = 'https://vitrine.invalid';
/** Pages are small. A higher quality saves little and delays the first visitor. */
const BROTLI_QUALITY = 9;

/** Placeholders of a prerendered page and their current values from the database. */
export type LoadPageParts = () => Promise<Readonly<Record<string, string>>>;

interface PrerenderedPage {
  builtAtMs: number;
  /** The parts from the database, as JSON. */
  parts: string;
  /** Shared by all requests that arrive while it is compressed. */
  packed: Promise<PackedText>;
}

/**
 * Serves the public pages that the web app's build wrote as HTML, `robots.txt` and `sitemap.xml`. Search engines and link previews need absolute addresses,
 * so the address of the installation is inserted here. Each page is compressed once, and again when its parts in `partsOf` (by the page's path) change.
 */
export function createPrerenderedPages(webRoot: string, publicUrl: string, partsOf: Readonly<Record<string, LoadPageParts>> = {}) {
  const ready = new Map<string, PrerenderedPage>();

  /** The file written for this path of the address; paths come from outside and are only ever compared. */
  const getFile = (wanted: string): [file: string, type: string] | undefined => {
    if (wanted === 'robots.txt') return [wanted, 'text/plain; charset=utf-8'];
    if (wanted === 'sitemap.xml') return [wanted, 'application/xml; charset=utf-8'];
    const name = wanted.replace(/\/+$/, '') || 'home';
    return /^[A-Za-z]+$/.test(name) ? [path.join('pages', `${name}.html`), 'text/html; charset=utf-8'] : undefined;
  };

  const getPage = async (wanted: string): Promise<PrerenderedPage | undefined> => {
    const [file, type] = getFile(wanted) ?? [];
    if (!file || !type) return undefined;
    const stat = statSync(path.join(webRoot, file), { throwIfNoEntry: false });
    if (!stat?.isFile()) return undefined;
    // Without its parts a page still has its places for them, and asks again once its scripts run.
    const found = Object.entries((await partsOf[wanted]?.().catch(() => undefined)) ?? {});
    const parts = JSON.stringify(found);
    const kept = ready.get(file);
    if (kept?.builtAtMs === stat.mtimeMs && kept.parts === parts) return kept;
    const written = readFileSync(path.join(webRoot, file), 'utf8').replaceAll(ORIGIN_PLACEHOLDER, publicUrl);
    const text = fill(written, found);
    const packed = packText({ text, contentType: type, cacheControl: 'no-cache', quality: BROTLI_QUALITY });
    const page = { builtAtMs: stat.mtimeMs, parts, packed };
    ready.set(file, page);
    packed.catch(() => ready.delete(file));
    return page;
  };

  /** Answers with the page of this path; false where none was written. */
  return async (request: FastifyRequest, reply: FastifyReply, wanted: string): Promise<boolean> => {
    const page = await getPage(wanted);
    if (!page) return false;
    await sendPacked(request, reply, await page.packed);
    return true;
  };
}

/** Puts each part in its place. Finds all places before it inserts any part, so that a part cannot contain another place. */
function fill(page: string, parts: [place: string, part: string][]): string {
  if (parts.length === 0) return page;
  const places = parts.map(([place]) => place.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const known = new Map(parts);
  return page.replaceAll(new RegExp(places.join('|'), 'g'), (place) => known.get(place) ?? '');
}
