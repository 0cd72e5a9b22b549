/** PDF files that exhaust time or memory. */
import { buildPdf, writePdf } from './pdf-files.ts';

const page = (resources: string, contents = '4 0 R') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${contents} /Resources << ${resources} >> >>`;
const onePage = (resources: string, content: string, ...others: Parameters<typeof writePdf>[0]) =>
  writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    page(resources),
    { dictionary: '', stream: Buffer.from(content) },
    ...others,
  ]);

/** Each form draws the next one ten times: 10 to the power of `depth` rectangles. */
function nestForms(depth: number): Buffer {
  const forms = Array.from({ length: depth }, (_, index) => {
    const isLast = index === depth - 1;
    return {
      dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /N ${index + 6} 0 R >> >>`,
      stream: Buffer.from(isLast ? '0 0 600 800 re f' : '/N Do '.repeat(10)),
    };
  });
  return onePage('/XObject << /N 5 0 R >>', '/N Do '.repeat(10), ...forms);
}

/** A form that draws itself. */
const loopForm = () =>
  onePage('/XObject << /N 5 0 R >>', '/N Do', {
    dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /N 5 0 R >> >>',
    stream: Buffer.from('/N Do'),
  });

/** An image that claims 2 gigapixels. */
const claimHugeImage = () =>
  onePage('/XObject << /Im 5 0 R >>', 'q 600 0 0 800 0 0 cm /Im Do Q', {
    dictionary: '/Type /XObject /Subtype /Image /Width 45000 /Height 45000 /ColorSpace /DeviceRGB /BitsPerComponent 8',
    stream: Buffer.alloc(1000),
  });

/** A million curves on one page. */
const drawManyCurves = () => onePage('', '0 0 m 600 800 10 20 590 780 c S '.repeat(1_000_000));

/** A page tree that refers to itself. */
const loopPages = () => writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 9 >>']);

/** Creates one file for each kind of attack. */
export const createHostilePdfs = (): Buffer[] => [
  nestForms(9),
  loopForm(),
  claimHugeImage(),
  drawManyCurves(),
  loopPages(),
  buildPdf(Array.from({ length: 20_000 }, () => ({}))),
  buildPdf([{ width: 14_400, height: 14_400 }]),
];
