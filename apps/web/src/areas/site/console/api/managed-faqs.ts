import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { EndpointInput } from '@vitrine/contract/endpoint';
import * as endpoints from '@vitrine/contract/faq-admin.endpoints';
import { FAQ_LIMITS } from '@vitrine/contract/faq-limits';
import type { Faq } from '@vitrine/contract/faqs';
import { uploadFiles } from '@vitrine/contract/files.endpoints';
import { call, type MessageResponse, send } from '../../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../../lib/use-api-mutation.ts';
import { faqKeys } from '../../api/faqs.ts';

const PAGE_SIZE = FAQ_LIMITS.perPage;

/** All questions for administrators, including hidden ones. */
export const managedFaqsOptions = (filter: { string?: string | undefined; catagoryId?: string | undefined }) =>
  infiniteQueryOptions({
    queryKey: faqKeys.kept(filter),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.searchFaqs, { query: { ...filter, page: pageParam, dataPerPage: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, number) => (page.length < PAGE_SIZE ? undefined : number + 1),
    placeholderData: keepPreviousData,
  });

type FaqBody = EndpointInput<typeof endpoints.createFaq>['body'];
type FaqEdit = EndpointInput<typeof endpoints.editFaq>['body'];
type CategoryBody = EndpointInput<typeof endpoints.editCategory>['body'];

const createFaq = (body: FaqBody) => send(endpoints.createFaq, { body });
const editFaq = (id: string, body: FaqEdit) => send(endpoints.editFaq, { params: { id }, body });
const deleteFaq = (id: string) => send(endpoints.deleteFaq, { params: { id } });

/** Without an id, a new one. */
const saveCategory = ({ catagoryName, visibality, version }: CategoryBody, id?: string) =>
  id
    ? send(endpoints.editCategory, { params: { id }, body: { catagoryName, visibality, version } })
    : send(endpoints.createCategory, { body: { catagoryName, visibality } });
const deleteCategory = (id: string) => send(endpoints.deleteCategory, { params: { id } });

/** Answers the key of the upload. */
async function uploadAnswerPicture(file: File): Promise<string> {
  const form = new FormData();
  form.set('file', file);
  const [uploaded] = await call(uploadFiles, { query: { fileType: 'image' }, body: form });
  return uploaded?.key ?? '';
}

interface FaqResponse extends MessageResponse {
  result: Faq;
}
interface Edit extends FaqEdit {
  id: string;
}

/** After a conflict, the list is outdated as well. */
const FAQ_MUTATION = { invalidates: [faqKeys.all], invalidatesOnError: true };

export const useCreateFaq = (after: MutationCallbacks<FaqBody, FaqResponse>) =>
  useApiMutation({ mutate: (body: FaqBody) => createFaq(body), ...FAQ_MUTATION }, after);

export const useEditFaq = (after: MutationCallbacks<Edit, FaqResponse>) =>
  useApiMutation({ mutate: ({ id, ...edit }: Edit) => editFaq(id, edit), ...FAQ_MUTATION }, after);

export const useDeleteFaq = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: (id: string) => deleteFaq(id), ...FAQ_MUTATION }, after);

export const useSaveCategory = (id: string | undefined, after: MutationCallbacks<CategoryBody, MessageResponse>) =>
  useApiMutation({ mutate: (body: CategoryBody) => saveCategory(body, id), ...FAQ_MUTATION }, after);

export const useDeleteCategory = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: (id: string) => deleteCategory(id), ...FAQ_MUTATION }, after);

export const useUploadAnswerPicture = (after: MutationCallbacks<File, string>) =>
  useApiMutation({ mutate: uploadAnswerPicture, invalidates: [] }, after);
