import type { Media } from '@vitrine/contract/media';
import { messageOf } from '../../lib/app-error.ts';
import { download, saveFrom } from '../../lib/downloads.ts';
import { toast } from '../../ui/toast-store.ts';
import { downloadAddress } from './api/media.ts';

const LARGEST_IN_MEMORY = 100e6;
const ENDINGS: Record<string, string> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/tiff': 'tif',
};

/** A turned picture is a JPEG, whatever its original is. */
const fileNameOf = ({ name, rotation, mediaFile }: Media) => `${name}.${rotation === 0 ? (ENDINGS[mediaFile.mimetype] ?? 'jpg') : 'jpg'}`;

/** As a file to keep. Pictures come as `{name}.jpg`; what a browser cannot hold in memory it fetches by itself, under the name it came with. */
export function keepOriginal(media: Media, address = downloadAddress(media.mediaFile.key)): void {
  if (media.kind === 'video' || media.mediaFile.size > LARGEST_IN_MEMORY) return saveFrom(address, '');
  download(address, fileNameOf(media)).catch((error: unknown) => toast.error(messageOf(error)));
}
