import type { Faq } from '@vitrine/contract/faqs';
import { type After, useChange } from '../../../lib/use-change.ts';
import { faqKeys } from '../faq-keys.ts';
import {
  type CatagoryBody,
  createFaq,
  deleteCatagory,
  deleteFaq,
  editFaq,
  type FaqBody,
  type FaqEdit,
  saveCatagory,
  uploadAnswerPicture,
} from './kept-faqs.ts';

interface Said {
  message?: string;
}
interface Saved extends Said {
  result: Faq;
}
interface Edit extends FaqEdit {
  id: string;
}

/** Somebody else may have been quicker: then the list is old, too. */
const stale = { stale: [faqKeys.all], isStaleOnError: true };

export const useCreateFaq = (after: After<FaqBody, Saved>) => useChange({ change: (body: FaqBody) => createFaq(body), ...stale }, after);

export const useEditFaq = (after: After<Edit, Saved>) =>
  useChange({ change: ({ id, ...edit }: Edit) => editFaq(id, edit), ...stale }, after);

export const useDeleteFaq = (after: After<string, Said>) => useChange({ change: (id: string) => deleteFaq(id), ...stale }, after);

export const useSaveCatagory = (id: string | undefined, after: After<CatagoryBody, Said>) =>
  useChange({ change: (body: CatagoryBody) => saveCatagory(body, id), ...stale }, after);

export const useDeleteCatagory = (after: After<string, Said>) => useChange({ change: (id: string) => deleteCatagory(id), ...stale }, after);

export const useUploadAnswerPicture = (after: After<File, string>) => useChange({ change: uploadAnswerPicture, stale: [] }, after);
