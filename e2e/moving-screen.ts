/** A server with one screen that plays a picture, for tests in which the screen moves to another address. */
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { readScreenId } from './screen-id.ts';
import { waitForState } from './screen-page.ts';

const SCREEN = { viewport: { width: 640, height: 360 } };

export class MovingScreen {
  readonly old: Product;
  readonly boss: ApiPerson;
  readonly deviceId: string;
  /** Contains the data of the screen, whose page is closed. */
  readonly context: BrowserContext;
  /** The server at the new address, which `remove` removes as well. */
  next: Product | undefined;

  constructor(old: Product, boss: ApiPerson, deviceId: string, context: BrowserContext) {
    this.old = old;
    this.boss = boss;
    this.deviceId = deviceId;
    this.context = context;
  }

  static async start(browser: Browser): Promise<MovingScreen> {
    const old = await Product.start();
    const ana = await ApiPerson.create(old, 'ana@move.example');
    const boss = await ApiPerson.create(old, 'boss@move.example', 'Bo Berg');
    await withProductDatabase(old, (db) =>
      db.updateTable('users').set({ is_super_admin: true, role: 'admin' }).where('id', '=', boss.userId).execute(),
    );
    const context = await browser.newContext(SCREEN);
    const screen = await context.newPage();
    await screen.goto(`${old.origin}/screen`);
    const deviceId = await readScreenId(screen);
    const device = await ana.device('Hall', deviceId);
    const album = await ana.album('Pictures');
    await ana.attach(album._id, [(await ana.upload('one.jpg', await aJpeg({ width: 640, height: 400 }))).key]);
    await ana.waitUntilReady(album._id);
    await ana.publish((await ana.playlist('Hall', [album._id]))._id, device._id);
    await waitForState(screen, 'playing');
    await screen.evaluate(() => navigator.serviceWorker.ready);
    await screen.close();
    return new MovingScreen(old, boss, deviceId, context);
  }

  async open(): Promise<Page> {
    const screen = await this.context.newPage();
    await screen.goto(`${this.old.origin}/screen`);
    await waitForState(screen, 'playing');
    return screen;
  }

  /** Starts a second server with a copy of the data. */
  async startCopy(): Promise<Product> {
    await this.old.stop();
    this.next = await Product.startCopy(this.old);
    await this.old.start();
    return this.next;
  }

  /** Stores a move without the server's own check of the address. */
  async forgeMove(address: string): Promise<void> {
    await withProductDatabase(this.old, (db) =>
      db.insertInto('server_moves').values({ id: randomUUID(), address, spread_ms: 1, started_at: new Date() }).execute(),
    );
  }

  async remove(): Promise<void> {
    await this.context.close();
    await Promise.all([this.old.remove(), this.next?.remove()]);
  }
}
