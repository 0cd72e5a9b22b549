import type { Media } from '@vitrine/contract/media';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { download, saveUrl } from '../../../lib/downloads.ts';
import { toast } from '../../../ui/toast-store.ts';
import { getDownloadUrl } from './media.ts';

const MAX_IN_MEMORY_BYTES = 100e6;
const FILE_EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/tiff': 'tif',
};

/** A turned picture is a JPEG, whatever its original is. */
const getFileName = ({ name, rotation, mediaFile }: Media) =>
  `${name}.${rotation === 0 ? (FILE_EXTENSIONS[mediaFile.mimetype] ?? 'jpg') : 'jpg'}`;

/** As a file to keep. Pictures come as `{name}.jpg`; what a browser cannot hold in memory it fetches by itself, under the name it came with. */
export function downloadOriginal(media: Media, address = getDownloadUrl(media.mediaFile.key)): void {
  if (media.kind === 'video' || media.mediaFile.size > MAX_IN_MEMORY_BYTES) return saveUrl(address, '');
  download(address, getFileName(media)).catch((error: unknown) => toast.error(getErrorMessage(error)));
}
