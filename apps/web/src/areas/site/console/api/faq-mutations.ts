import type { Faq } from '@vitrine/contract/faqs';
import type { MessageResponse } from '../../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../../lib/use-api-mutation.ts';
import { faqKeys } from '../../api/faq-keys.ts';
import {
  type CategoryBody,
  createFaq,
  deleteCategory,
  deleteFaq,
  editFaq,
  type FaqBody,
  type FaqEdit,
  saveCategory,
  uploadAnswerPicture,
} from './managed-faqs.ts';

interface FaqResponse extends MessageResponse {
  result: Faq;
}
interface Edit extends FaqEdit {
  id: string;
}

/** Somebody else may have been quicker: then the list is old, too. */
const FAQ_MUTATION = { stale: [faqKeys.all], isStaleOnError: true };

export const useCreateFaq = (after: MutationCallbacks<FaqBody, FaqResponse>) =>
  useApiMutation({ change: (body: FaqBody) => createFaq(body), ...FAQ_MUTATION }, after);

export const useEditFaq = (after: MutationCallbacks<Edit, FaqResponse>) =>
  useApiMutation({ change: ({ id, ...edit }: Edit) => editFaq(id, edit), ...FAQ_MUTATION }, after);

export const useDeleteFaq = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ change: (id: string) => deleteFaq(id), ...FAQ_MUTATION }, after);

export const useSaveCategory = (id: string | undefined, after: MutationCallbacks<CategoryBody, MessageResponse>) =>
  useApiMutation({ change: (body: CategoryBody) => saveCategory(body, id), ...FAQ_MUTATION }, after);

export const useDeleteCategory = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ change: (id: string) => deleteCategory(id), ...FAQ_MUTATION }, after);

export const useUploadAnswerPicture = (after: MutationCallbacks<File, string>) =>
  useApiMutation({ change: uploadAnswerPicture, stale: [] }, after);
