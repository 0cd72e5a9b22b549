import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PDFiumModule } from '@hyzyla/pdfium';
import { AppError } from '../errors.ts';

/** Functions of PDFium's C interface (fpdfview.h) that are used here. Pointers and handles are numbers; 0 is null. */
interface Pdfium {
  HEAPU8: Uint8Array;
  wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
  _FPDF_InitLibrary(): void;
  _FPDF_LoadMemDocument(pointer: number, bytes: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): number;
  _FPDF_GetFormType(document: number): number;
  _FPDFDOC_InitFormFillEnvironment(document: number, info: number): number;
  _FORM_OnAfterLoadPage(page: number, form: number): void;
  _FORM_OnBeforeClosePage(page: number, form: number): void;
  _FPDF_FFLDraw(form: number, ...target: RenderTarget): void;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, pointer: number, stride: number): number;
  _FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, colour: number): number;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmap(...target: RenderTarget): void;
}
type RenderTarget = [bitmap: number, page: number, left: number, top: number, width: number, height: number, rotate: number, flags: number];

/** Memory that PDFium may use, in bytes: the document, one page in pixels, and the images on it. */
const MAX_HEAP_BYTES = 224 * 1024 * 1024;
const WHITE = 0xffffffff;
/** FPDFBitmap_BGR: three bytes per pixel. */
const BGR = 2;
const CHANNELS = 3;
/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER: draws annotations, in RGB. */
const FLAGS = 0x01 | 0x10;
const ERROR_PASSWORD = 4;
/** Form fields of documents that PDFium can draw (FORMTYPE_ACRO_FORM). */
const ACRO_FORM = 1;
/** Size of FPDF_FORMFILLINFO, rounded up. Version 2 of it has the most fields that are optional. */
const FORM_INFO_BYTES = 256;
const FORM_INFO_VERSION = 2;

export const PASSWORD_MESSAGE = 'This PDF needs a password to open. Remove the password and upload the file again.';

export interface PageSize {
  /** Points, as the page is shown. */
  width: number;
  height: number;
}

export interface PagePixels {
  /** RGB rows. */
  data: Buffer;
  width: number;
  height: number;
}

export interface OpenPdf {
  pageCount: number;
  /** Returns the size of a page, counted from 1, without reading its content. FILE_BROKEN. */
  measure(page: number): PageSize;
  /** Draws a page on white into a buffer that `getBuffer` returns. FILE_BROKEN, also when it needs too much memory. */
  draw(page: number, size: PageSize, getBuffer: (bytes: number) => Buffer): PagePixels;
}

type GrowHeap = (bytes: number) => number;
type Imports = WebAssembly.Imports & { env: WebAssembly.ModuleImports & { emscripten_resize_heap: GrowHeap } };

let isMemoryExceeded = false;

/** Compiles PDFium. Its memory cannot grow beyond the limit. */
async function loadPdfium(): Promise<Pdfium> {
  const binary = readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  const instantiate = (given: WebAssembly.Imports, onReady: (instance: WebAssembly.Instance) => void): WebAssembly.Exports => {
    const { env } = given as Imports;
    const grow = env.emscripten_resize_heap;
    env.emscripten_resize_heap = (bytes) => {
      if (bytes >>> 0 <= MAX_HEAP_BYTES) return grow(bytes);
      isMemoryExceeded = true;
      return 0;
    };
    void WebAssembly.instantiate(binary, given).then(({ instance }) => onReady(instance));
    return {};
  };
  const pdfium = (await PDFiumModule({ instantiateWasm: instantiate } as never)) as unknown as Pdfium;
  pdfium._FPDF_InitLibrary();
  return pdfium;
}

// Loaded with this module, because the process that opens documents drops its privileges and then has no access to our files.
const pdfium = await loadPdfium();

/** Opens the only PDF of this process. Throws FILE_BROKEN with a message for users. */
export function openPdf(bytes: Buffer): OpenPdf {
  const content = allocate(bytes.length);
  pdfium.HEAPU8.set(bytes, content);
  const document = guardCalls(() => pdfium._FPDF_LoadMemDocument(content, bytes.length, 0));
  if (document === 0) throw new AppError('FILE_BROKEN', pdfium._FPDF_GetLastError() === ERROR_PASSWORD ? PASSWORD_MESSAGE : undefined);
  const form = openForm(document);
  return {
    pageCount: guardCalls(() => pdfium._FPDF_GetPageCount(document)),
    measure: (page) => guardCalls(() => measurePage(document, page)),
    draw: (page, size, getBuffer) => guardCalls(() => drawPage({ document, form }, page, size, getBuffer)),
  };
}

function openForm(document: number): number {
  if (guardCalls(() => pdfium._FPDF_GetFormType(document)) !== ACRO_FORM) return 0;
  const info = allocate(FORM_INFO_BYTES);
  pdfium.HEAPU8.fill(0, info, info + FORM_INFO_BYTES);
  pdfium.HEAPU8[info] = FORM_INFO_VERSION;
  return guardCalls(() => pdfium._FPDFDOC_InitFormFillEnvironment(document, info));
}

function measurePage(document: number, page: number): PageSize {
  const size = allocate(8);
  try {
    if (pdfium._FPDF_GetPageSizeByIndexF(document, page - 1, size) === 0) throw new AppError('FILE_BROKEN');
    const [width = 0, height = 0] = new Float32Array(pdfium.HEAPU8.slice(size, size + 8).buffer);
    return { width, height };
  } finally {
    pdfium.wasmExports.free(size);
  }
}

function drawPage(
  { document, form }: { document: number; form: number },
  page: number,
  { width, height }: PageSize,
  getBuffer: (bytes: number) => Buffer,
): PagePixels {
  const stride = width * CHANNELS;
  const loaded = pdfium._FPDF_LoadPage(document, page - 1);
  if (loaded === 0) throw new AppError('FILE_BROKEN');
  const pixels = allocate(stride * height);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGR, pixels, stride);
  try {
    const target: RenderTarget = [bitmap, loaded, 0, 0, width, height, 0, FLAGS];
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    if (form !== 0) pdfium._FORM_OnAfterLoadPage(loaded, form);
    pdfium._FPDF_RenderPageBitmap(...target);
    if (form !== 0) {
      pdfium._FPDF_FFLDraw(form, ...target);
      pdfium._FORM_OnBeforeClosePage(loaded, form);
    }
    // Copied, because the memory is freed below.
    const data = getBuffer(stride * height);
    data.set(pdfium.HEAPU8.subarray(pixels, pixels + stride * height));
    return { data, width, height };
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
    pdfium._FPDF_ClosePage(loaded);
    pdfium.wasmExports.free(pixels);
  }
}

function allocate(bytes: number): number {
  const pointer = guardCalls(() => pdfium.wasmExports.malloc(bytes));
  if (pointer === 0) throw createMemoryError();
  return pointer;
}

const createMemoryError = () => new AppError('FILE_BROKEN', 'This document needs too much memory to process.');

/** Calls PDFium, which traps on corrupt structures and when its memory is used up. */
function guardCalls<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isMemoryExceeded) throw createMemoryError();
    throw new AppError('FILE_BROKEN', undefined, { cause: error });
  }
}
