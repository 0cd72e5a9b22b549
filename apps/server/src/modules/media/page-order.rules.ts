import { AppError } from '../../platform/errors.ts';

/**
 * Validates the pages of a document to show, counted from 1. Returns null for all pages in the order of the file. INVALID when the document has no such page,
 * and when its pages are not known.
 */
export function resolvePageOrder(pages: number[] | null, pageCount: number | null): number[] | null {
  if (pageCount === null) throw new AppError('INVALID', 'Pages can be arranged when the document is processed.');
  if (pages === null) return null;
  const missing = pages.find((page) => page > pageCount);
  if (missing !== undefined) throw new AppError('INVALID', `This document has no page ${missing}.`);
  const isFileOrder = pages.length === pageCount && pages.every((page, index) => page === index + 1);
  return isFileOrder ? null : pages;
}
