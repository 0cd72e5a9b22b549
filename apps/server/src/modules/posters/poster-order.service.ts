import type { Order } from '@vitrine/contract';
import { formatMediaKey, MEDIA_STATUS, parsePaperSize } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { getDevelopedFormat } from '../files/index.ts';
import type { CreateOrderOfType, OrderDetails, OrderTypeHandler } from '../orders/index.ts';
import {
  insertPosterOrder,
  listPosterOrders,
  lockCombination,
  lockPrintableMedia,
  lockShippingPrice,
  type PosterOrderRow,
} from './poster-orders.store.ts';
import { getCenteredCrop, getPixelsPerInch, hasPaperRatio, rotateSize } from './poster-print.rules.ts';
import { copyPrintFileJob } from './posters.jobs.ts';

const SHIPPING_TYPES = { US: 'shippingus', AL: 'shippingalaskahawai' } as const;
type PrintableMedia = NonNullable<Awaited<ReturnType<typeof lockPrintableMedia>>>;

/** Returns the source of the print: the original, or the full-size JPEG of a HEIC or TIFF. MEDIA_NOT_PRINTABLE. */
function getPrintSource({ kind, status, mimetype, display, ...original }: PrintableMedia) {
  const source = getDevelopedFormat(mimetype) ? display : original;
  const isReady = kind === 'image' && (status === MEDIA_STATUS.playable || status === MEDIA_STATUS.complete);
  if (!isReady || !source || source.width === null || source.height === null) throw new AppError('MEDIA_NOT_PRINTABLE');
  return { key: source.storage_key, width: source.width, height: source.height };
}

const toCrop = (row: PosterOrderRow) => ({ x: row.crop_x, y: row.crop_y, width: row.crop_width, height: row.crop_height });

function presentPoster(row: PosterOrderRow): Order['poster'] {
  const { shown_id: id, shown_file_id: fileId } = row;
  return {
    mediaId:
      id === null || fileId === null
        ? []
        : [{ _id: id, name: row.shown_name ?? '', mediaFile: { key: formatMediaKey(fileId, row.rotation ?? 0) } }],
    name: row.media_name,
    crop: toCrop(row),
    hasPrintFile: row.print_key !== null || row.source_key !== null,
    pixelsPerInch: getPixelsPerInch(toCrop(row), row, parsePaperSize(row.size_name, row.orientation_name)),
  };
}

const presentDetails = (row: PosterOrderRow): OrderDetails => ({
  poster: presentPoster(row),
  orientationId: { _id: row.orientation_id, name: row.orientation_name },
  sizeId: { _id: row.size_id, name: row.size_name },
  paperStockId: { _id: row.paper_stock_id, name: row.paper_stock_name },
  laminationId: { _id: row.lamination_id, name: row.lamination_name },
});

/** The orders module's view of posters. */
export function createPosterOrderHandler({ queue }: Pick<Platform, 'queue'>): OrderTypeHandler {
  return {
    type: 'poster',

    /** NOT_FOUND, MEDIA_NOT_PRINTABLE, POSTER_UNAVAILABLE, INVALID. */
    async prepareOrder(tx: Tx, buyer, { quantity, shippingCountry, shippingIn, poster }: CreateOrderOfType<'poster'>) {
      await authorize(tx, buyer, 'media.read', [poster.mediaId]);
      const media = await lockPrintableMedia(tx, poster.mediaId);
      if (!media) throw new AppError('NOT_FOUND');
      const source = getPrintSource(media);
      const combination = await lockCombination(tx, poster.combinationId);
      const shipping = await lockShippingPrice(tx, shippingIn, SHIPPING_TYPES[shippingCountry]);
      if (!combination || shipping?.price_cents === null || shipping === undefined) throw new AppError('POSTER_UNAVAILABLE');
      const { price_cents: price, ...options } = combination;
      const pixels = rotateSize(source, media.rotation);
      const paper = parsePaperSize(options.size_name, options.orientation_name);
      const crop = poster.crop ?? getCenteredCrop(pixels, paper);
      if (!hasPaperRatio(crop, pixels, paper)) throw new AppError('INVALID', 'The crop doesn’t match the poster’s proportions.');
      const made = [options.orientation_name, options.size_name, options.paper_stock_name, options.lamination_name].join(', ');
      const description = `Poster ${options.size_name}, ${options.paper_stock_name}`.slice(0, 200);
      return {
        description,
        quantity,
        lines: [{ name: `Poster ${made}`.slice(0, 250), quantity, amount: price * quantity }],
        shipping: shipping.price_cents,
        tax: 0,
        async record(recording, orderId) {
          await insertPosterOrder(recording, {
            order_id: orderId,
            media_id: poster.mediaId,
            media_name: media.name,
            ...options,
            file_id: media.file_id,
            source_key: source.key,
            turn: media.rotation,
            ...pixels,
            crop_x: crop.x,
            crop_y: crop.y,
            crop_width: crop.width,
            crop_height: crop.height,
          });
          await queue.add(recording, copyPrintFileJob, { orderId });
        },
      };
    },

    async listOrderDetails(reader, orderIds) {
      return new Map((await listPosterOrders(reader, orderIds)).map((row) => [row.order_id, presentDetails(row)]));
    },
  };
}
