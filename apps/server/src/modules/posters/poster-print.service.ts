import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import type { OrdersApi } from '../orders/index.ts';
import { findPosterOrder } from './poster-orders.store.ts';
import { toPixelArea } from './poster-print.rules.ts';

interface PrintFile {
  name: string;
  sizeBytes: number;
  bytes: Readable;
}

type Deps = Pick<Platform, 'db' | 'storage' | 'tools'> & { orders: OrdersApi };

const ROTATIONS = [0, 90, 180, 270] as const;

/** Creates print files on request. */
export function createPosterPrints({ db, storage, tools, orders }: Deps) {
  return {
    /** Renders the print file of an order. NOT_FOUND for orders that the caller cannot see, other orders, and orders without a picture. */
    async open(actor: Person, orderId: string): Promise<PrintFile> {
      await orders.authorizeRead(actor, orderId);
      const order = await findPosterOrder(db, orderId);
      const key = order?.print_key ?? order?.source_key;
      if (!order || !key) throw new AppError('NOT_FOUND');
      const target = storage.tempPath();
      const crop = toPixelArea({ x: order.crop_x, y: order.crop_y, width: order.crop_width, height: order.crop_height }, order);
      const turn = ROTATIONS.find((known) => known === order.turn) ?? 0;
      const { sizeBytes } = await storage.withLocalFile(key, (source) =>
        tools.jobImages.print({ source, target, turn, crop }, { account: actor.userId, isSlow: true }),
      );
      const bytes = createReadStream(target);
      bytes.once('close', () => void rm(target, { force: true }));
      return { name: order.media_name, sizeBytes, bytes };
    },
  };
}

export type PosterPrints = ReturnType<typeof createPosterPrints>;
