import { MESSAGES } from './messages.ts';

/** Kinds of photos and videos that uploads accept, as users know them. */
const PHOTO_KINDS = ['JPEG', 'PNG', 'WebP', 'AVIF', 'HEIC', 'GIF', 'TIFF', 'DNG', 'CR2', 'NEF', 'ARW', 'PEF', 'SRW'];
const VIDEO_KINDS = ['MP4', 'MOV', 'MKV', 'WebM', 'AVI', 'MTS', 'M2TS', 'TS', 'MPG', 'VOB', 'WMV', 'FLV', '3GP', 'OGV'];

/** List for users, such as in the message of a refused upload. */
export const ACCEPTED_KINDS = `${PHOTO_KINDS.join(', ')}, videos as ${VIDEO_KINDS.slice(0, -1).join(', ')} or ${VIDEO_KINDS.at(-1)}, and documents as PDF`;

/** Message of an upload with unsupported content. Pictures of accounts, families and products have their own messages. */
export const UNSUPPORTED_UPLOAD = `${MESSAGES.fileUnsupported}. You can upload photos as ${ACCEPTED_KINDS}.`;

/** File name extensions of these kinds, in lower case. The server judges by content; names only help to choose files. */
export const ACCEPTED_EXTENSIONS: readonly string[] = (
  'jpg jpeg jpe jfif png apng webp avif heic heif hif gif tif tiff dng cr2 nef nrw arw pef srw ' +
  'mp4 m4v mov qt mkv webm avi mts m2ts m2t ts mpg mpeg mpe vob mod tod wmv asf flv 3gp 3g2 ogv ogg pdf'
).split(' ');

/** Types of office files, with their extensions. Only servers with LibreOffice accept them, and convert them to PDF. */
export const OFFICE_EXTENSIONS: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.presentationml.slideshow': 'ppsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
};

const EXPORT_PDF = 'save it as a PDF (in PowerPoint, Word or Excel: File, Export or Save As, PDF) and upload the PDF.';
/** Messages of refused and failed office files. Each names the next step for the user. */
export const OFFICE_MESSAGES = {
  notAccepted: `Presentations and other office files can’t be shown here. Open the file, ${EXPORT_PDF}`,
  macros: 'This file contains macros. Save it without macros as PPTX, DOCX or XLSX, or as a PDF, and upload that.',
  password: 'This file needs a password to open. Remove the password and upload the file again.',
  oldFormat: `Files of old Office versions (PPT, DOC, XLS) can’t be shown. Open the file, ${EXPORT_PDF}`,
  zip: 'ZIP archives can’t be uploaded. Extract the files and upload them.',
  tooLarge: `This file is too large when it is unpacked. Open it, ${EXPORT_PDF}`,
  damaged: `This file is damaged or can’t be converted. Open it, ${EXPORT_PDF}`,
  memory: `This file needs too much memory to convert. Open it, ${EXPORT_PDF}`,
  time: `This file takes too long to convert. Open it, ${EXPORT_PDF}`,
} as const;

/** Types of RAW files of cameras, with their extensions. Pages and screens show the JPEG that the camera stored in such a file. */
export const RAW_EXTENSIONS: Readonly<Record<string, string>> = {
  'image/x-adobe-dng': 'dng',
  'image/x-canon-cr2': 'cr2',
  'image/x-nikon-nef': 'nef',
  'image/x-sony-arw': 'arw',
  'image/x-pentax-pef': 'pef',
  'image/x-samsung-srw': 'srw',
  'image/x-raw': 'raw',
};
