import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { EndpointInput } from '@vitrine/contract/endpoint';
import { FAQ_LIMITS } from '@vitrine/contract/faq-limits';
import { uploadFiles } from '@vitrine/contract/files.endpoints';
import * as endpoints from '@vitrine/contract/kept-faqs.endpoints';
import { call, send } from '../../../../lib/api-client.ts';
import { faqKeys } from '../../api/faq-keys.ts';

const PAGE_SIZE = FAQ_LIMITS.perPage;

/** What administrators keep, hidden ones too. */
export const managedFaqsOptions = (filter: { string?: string | undefined; catagoryId?: string | undefined }) =>
  infiniteQueryOptions({
    queryKey: faqKeys.kept(filter),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.searchFaqs, { query: { ...filter, page: pageParam, dataPerPage: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, number) => (page.length < PAGE_SIZE ? undefined : number + 1),
    placeholderData: keepPreviousData,
  });

export type FaqBody = EndpointInput<typeof endpoints.createFaq>['body'];
export type FaqEdit = EndpointInput<typeof endpoints.editFaq>['body'];
export type CategoryBody = EndpointInput<typeof endpoints.editCatagory>['body'];

export const createFaq = (body: FaqBody) => send(endpoints.createFaq, { body });
export const editFaq = (id: string, body: FaqEdit) => send(endpoints.editFaq, { params: { id }, body });
export const deleteFaq = (id: string) => send(endpoints.deleteFaq, { params: { id } });

/** Without an id, a new one. */
export const saveCategory = ({ catagoryName, visibality, version }: CategoryBody, id?: string) =>
  id
    ? send(endpoints.editCatagory, { params: { id }, body: { catagoryName, visibality, version } })
    : send(endpoints.createCatagory, { body: { catagoryName, visibality } });
export const deleteCategory = (id: string) => send(endpoints.deleteCatagory, { params: { id } });

/** Answers the key of the upload. */
export async function uploadAnswerPicture(file: File): Promise<string> {
  const form = new FormData();
  form.set('file', file);
  const [uploaded] = await call(uploadFiles, { query: { fileType: 'image' }, body: form });
  return uploaded?.key ?? '';
}
